import type { LineChoice } from '../../shared/merge/lines.ts'
import { linesWithEnds } from '../../shared/merge/tokens.ts'
import { TextDiff } from '../text/Diff.tsx'

interface ChangePartProps {
  readonly name: string
  readonly change: LineChoice
  readonly texts: { readonly before: string; readonly after: string }
  readonly isIn: boolean
  readonly onChoose: (isIn: boolean) => void
}

/** One place where a text changes, which can be taken or left by itself. */
export function ChangePart({ name, change: { removed, added }, texts, isIn, onChoose }: ChangePartProps) {
  const [old, now] = [linesWithEnds(texts.before), linesWithEnds(texts.after)]
  return (
    <div className={isIn ? 'box part' : 'box part out'}>
      <label className="fh">
        <input type="checkbox" checked={isIn} onChange={(event) => onChoose(event.target.checked)} />
        <span className="cut">{name}</span>
      </label>
      <div className="bx">
        <TextDiff
          before={removed.map((line) => old[line - 1] ?? '').join('')}
          after={added.map((line) => now[line - 1] ?? '').join('')}
          context={0}
          oldFrom={removed[0]}
          nowFrom={added[0]}
        />
      </div>
    </div>
  )
}
