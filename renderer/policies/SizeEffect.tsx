import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Gauge } from 'lucide-react'
import { useState } from 'react'
import type { MeasuredFile, PolicyState } from '../../shared/policy-state.ts'
import type { Policies } from '../../shared/policy.ts'
import { size } from '../format/sizes.ts'
import { worded } from '../format/worded.ts'
import { Button } from '../ui/Button.tsx'
import { AskFirst } from './AskFirst.tsx'
import { EffectList } from './EffectList.tsx'
import type { Effect } from './use-policy-effect.ts'

interface SizeEffectProps {
  readonly policies: Policies
  readonly state: PolicyState
  readonly effect: Effect
}

/** The files over a limit, now or under the proposed limits. */
export function SizeEffect({ policies, state, effect }: SizeEffectProps) {
  const edited = JSON.stringify(policies.limits) !== JSON.stringify(state.policies.limits)
  const over = edited ? (effect.effect?.over ?? []) : state.overLimits
  const count = edited ? (effect.effect?.overCount ?? 0) : over.length
  if (!edited && count === 0) return null
  return (
    <div className={count > 0 ? 'fx wait' : 'fx'} aria-live="polite">
      {count > 0 && <p className="big">{edited ? wouldBeOver(count) : areOver(count)}</p>}
      {edited && <AskFirst policies={policies} effect={effect} state={state} />}
      {over.length > 0 && (
        <EffectList
          name={t`Over the limit`}
          files={over}
          count={count}
          icon={<Gauge className="i s wait" aria-hidden />}
        >
          {({ reason }) => (
            <span className="cut grow" title={worded(reason)}>
              {worded(reason)}
            </span>
          )}
        </EffectList>
      )}
    </div>
  )
}

function areOver(count: number): string {
  return plural(count, {
    one: '# file is over its size limit. It’s kept, but can only shrink.',
    other: '# files are over their size limits. They’re kept, but can only shrink.',
  })
}

function wouldBeOver(count: number): string {
  return plural(count, {
    one: '# file would be over its limit. It would be kept, but could only shrink.',
    other: '# files would be over their limits. They would be kept, but could only shrink.',
  })
}

const MAX_LARGEST_SHOWN = 3

/** The largest files, and what each costs to read. */
export function LargestFiles({ files }: { readonly files: readonly MeasuredFile[] }) {
  const [all, setAll] = useState(false)
  if (files.length === 0) return null
  return (
    <div className="largest">
      <h3>
        <Trans>Largest files, and roughly what each costs to read</Trans>
      </h3>
      <EffectList name={t`Largest files`} files={all ? files : files.slice(0, MAX_LARGEST_SHOWN)} max={Infinity}>
        {({ bytes, tokens }) => (
          <>
            <span className="num">{size(bytes)}</span>
            <span className="num tok">
              {tokens === null ? t`not text` : plural(tokens, { one: '# token', other: '# tokens' })}
            </span>
          </>
        )}
      </EffectList>
      {files.length > MAX_LARGEST_SHOWN && (
        <Button variant="q" small aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t`Show fewer` : t`Show the ${files.length} largest`}
        </Button>
      )}
    </div>
  )
}
