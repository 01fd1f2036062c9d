import { t } from '@lingui/core/macro'
import { Changes } from '../memory-parts/Changes.tsx'
import { undoWords } from '../memory-parts/conflict-words.ts'
import { Conflicts } from '../memory-parts/Conflicts.tsx'
import { leadsTo } from '../memory-parts/undo-words.ts'
import { Choice } from '../ui/Choice.tsx'
import type { PuttingBack } from './use-put-back.ts'

/** Offers to put the memory back to before a message, and shows what that does before it happens. */
export function PutBack({ back }: { readonly back: PuttingBack }) {
  const { preview, problem, isOffered, isWanted, want, choices, decide } = back
  if (!isOffered) return null
  return (
    <div className="put-back">
      <Choice
        type="checkbox"
        name={t`Undo what the agent saved since your message`}
        hint={problem ?? (preview === null ? t`Working out what this undo changes…` : leadsTo(preview, false))}
        checked={isWanted}
        onChange={want}
      />
      {isWanted && preview !== null && (
        <div className="scroll" tabIndex={0} role="region" aria-label={t`What this undo changes`}>
          <Conflicts conflicts={preview.conflicts} choices={choices} words={undoWords()} onChoose={decide} />
          {preview.changeCount > 0 && (
            <section className="would" aria-label={t`Files`}>
              <Changes
                comparison={preview}
                diffs={false}
                words={{ change: '', return: t`will be restored`, go: t`will be deleted` }}
              />
            </section>
          )}
        </div>
      )}
    </div>
  )
}
