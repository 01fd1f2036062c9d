import { plural } from '@lingui/core/macro'
import { GitMerge } from 'lucide-react'
import { useReview } from '../state/review-store.ts'
import { openReview } from '../state/routes.ts'
import { openIn, useOtherStores } from '../state/stores-store.ts'
import { Button } from '../ui/Button.tsx'

/** Which of the other stores have something that waits for a decision, and the way there. */
export function WaitingElsewhere() {
  const others = useReview((state) => state.others)
  return useOtherStores().map(({ key, name }) => {
    const count = others.find(({ store }) => store === key)?.waiting.length ?? 0
    return (
      count > 0 && (
        <p key={key} className="note">
          <Button variant="q" small icon={GitMerge} onClick={() => void openIn(key, () => openReview())}>
            {plural(count, { one: `# decision waits in “${name}”`, other: `# decisions wait in “${name}”` })}
          </Button>
        </p>
      )
    )
  })
}
