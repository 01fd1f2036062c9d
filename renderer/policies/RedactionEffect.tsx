import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileWarning } from 'lucide-react'
import type { FileEffect, PolicyState } from '../../shared/policy-state.ts'
import type { UserRule } from '../../shared/policy.ts'
import { files } from '../format/counts.ts'
import { listText } from '../format/language.ts'
import { worded } from '../format/worded.ts'
import { RedactButton } from '../memory-parts/RedactButton.tsx'
import { RedactableText } from '../text/RedactedText.tsx'
import { EffectList, EffectProgress } from './EffectList.tsx'
import type { Effect } from './use-policy-effect.ts'

interface RedactionEffectProps {
  /** The rule being edited; its effect alone is shown then. */
  readonly rule: UserRule | null
  readonly shown: Effect
  readonly withheld: PolicyState['withheld']
}

/** What the rules would change in the current files, and the files kept out of history. */
export function RedactionEffect({ rule, shown, withheld }: RedactionEffectProps) {
  const { effect } = shown
  const count = effect?.changedCount ?? 0
  const isQuiet = shown.progress === null && shown.problem === null && !shown.stopped
  if (rule === null && isQuiet && count === 0 && withheld.length === 0) return null
  return (
    <div className="fx policy" aria-live="polite">
      {effect !== null && (rule !== null || count > 0) && <p className="big">{verdict(rule, count, effect.files)}</p>}
      {effect !== null && rule !== null && effect.unexamined > 0 && (
        <p className="ink2">
          {plural(effect.unexamined, {
            one: '# file wasn’t checked: it’s too large, or not text.',
            other: '# files weren’t checked: they’re too large, or not text.',
          })}
        </p>
      )}
      <EffectProgress effect={shown} />
      {effect !== null && count > 0 && (
        <EffectList
          className="effects"
          name={t`Files that would change`}
          files={effect.changed}
          count={count}
          max={MAX_EXCERPTS_SHOWN}
        >
          {fileEffect}
        </EffectList>
      )}
      {withheld.length > 0 && (
        <>
          <h3 className="next">
            <Trans>Withheld from history: another program wrote a secret</Trans>
          </h3>
          <EffectList
            id="pol-withheld"
            name={t`Withheld from history`}
            files={withheld}
            max={Infinity}
            icon={<FileWarning className="i s out" aria-hidden />}
          >
            {({ path, rules }) => (
              <>
                <span className="cut" title={listText(rules)}>
                  {listText(rules)}
                </span>
                <RedactButton path={path} />
              </>
            )}
          </EffectList>
          <p className="meta">
            <Trans>
              What a model or another program has already seen can’t be taken back: change any key or password at its
              source.
            </Trans>
          </p>
        </>
      )}
    </div>
  )
}

const MAX_EXCERPTS_SHOWN = 4

/** The first affected line of a file as it would be, redacted, or why it could not be saved. */
const fileEffect = ({ excerpt, refused }: FileEffect) => (
  <>
    {excerpt !== null && (
      <p className="mem cut3">
        <RedactableText text={excerpt.after.trim()} />
      </p>
    )}
    {refused !== null && <p className="meta bad">{worded(refused)}</p>}
  </>
)

function verdict(rule: UserRule | null, count: number, total: number): string {
  const all = files(total)
  if (rule === null)
    return plural(count, {
      one: `These rules would change # of ${all}.`,
      other: `These rules would change # of ${all}.`,
    })
  if (rule.action === 'refuse')
    return plural(count, {
      0: 'This rule wouldn’t stop any of your files from being saved.',
      one: `This rule would stop # of ${all} from being saved.`,
      other: `This rule would stop # of ${all} from being saved.`,
    })
  return plural(count, {
    0: 'This rule wouldn’t change any of your files.',
    one: `This rule would change # of ${all}.`,
    other: `This rule would change # of ${all}.`,
  })
}
