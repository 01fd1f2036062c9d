import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Policies } from '../../shared/policy.ts'
import { useMemory } from '../state/memory-store.ts'
import { isPinned } from '../state/pins.ts'
import { editPolicies } from '../state/policy-store.ts'
import { FormLine } from '../ui/FormLine.tsx'
import { Section } from '../ui/Section.tsx'
import { PathsField } from './PathsField.tsx'

/** Paths that no policy removes. */
export function Pins({ policies }: { readonly policies: Policies }) {
  const tree = useMemory((state) => state.tree)
  const count = tree?.files.filter(({ path }) => isPinned(path, policies.pins)).length ?? 0
  const effect = (
    <div className="fx" aria-live="polite">
      <h3>
        <Trans>Pinned now</Trans>
      </h3>
      <p className="big">{count === 0 ? t`No files.` : plural(count, { one: '# file.', other: '# files.' })}</p>
      <p className="ink2">
        <Trans>In Memory, P pins the open file.</Trans>
      </p>
    </div>
  )
  return (
    <Section
      id="pol-pins"
      name={t`Pins`}
      about={t`Pinned files never expire, and no policy deletes them.`}
      effect={effect}
    >
      <FormLine label={t`Files, folders and patterns`}>
        <PathsField
          name={t`Pins`}
          paths={policies.pins}
          none={t`nothing is pinned`}
          onChange={(pins) => editPolicies((now) => ({ ...now, pins }))}
        />
      </FormLine>
    </Section>
  )
}
