import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { GitMerge } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Choice, Choices, Conflict, UndoPreview } from '../../shared/undoing.ts'
import type { WaitingUndo } from '../../shared/waiting.ts'
import { Changes } from '../memory-parts/Changes.tsx'
import { undoWords } from '../memory-parts/conflict-words.ts'
import { chosen, Conflicts } from '../memory-parts/Conflicts.tsx'
import { labelOf, onlyDeletes } from '../memory-parts/fates.ts'
import { isOwn, ownText } from '../memory-parts/own-text.ts'
import { undoTitle } from '../memory-parts/review-words.ts'
import { leadsTo } from '../memory-parts/undo-words.ts'
import { api, sentence } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { applyUndo, leaveUndo } from '../state/undo-flow.ts'
import { useQuery } from '../state/use-query.ts'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'

/** An undo before it happens: the files it changes, and what only the user can decide. */
export function UndoPane({ waiting }: { readonly waiting: WaitingUndo }) {
  const deciding = useDeciding(waiting)
  const { preview, problem, choices, current, canApply, decide, apply } = deciding
  const pane = useRef<HTMLElement>(null)
  useEffect(() => pane.current?.focus(), [])
  useKeys({
    ...(current === undefined ? {} : keysOf(current, decide)),
    // Already chosen: back to the text.
    ...(current !== undefined && isOwn(choices[current.id]) && { '4': () => focusOwnText(pane.current) }),
    'mod+enter': () => canApply && void apply(),
    // From the text to the keys of the choices, and from there to where the user was.
    esc: ({ target }) => {
      if (target instanceof HTMLTextAreaElement) pane.current?.focus()
      else void leaveUndo(waiting, 'later')
    },
  })
  return (
    <section className="det" aria-label={undoTitle(waiting)} data-pane tabIndex={-1} ref={pane}>
      <div className="in2 scroll">
        <h2>{undoTitle(waiting)}</h2>
        {problem !== null && (
          <Notice
            icon={GitMerge}
            variant="danger"
            head={waiting.isRedo ? t`This can’t be redone now.` : t`This can’t be undone now.`}
          >
            {problem}
          </Notice>
        )}
        {preview === undefined && problem === null && <Skeleton rows={6} />}
        {preview !== undefined && (
          <>
            <p className="why">{leadsTo(preview, waiting.isRedo)}</p>
            <Conflicts
              {...{ conflicts: preview.conflicts, choices, words: undoWords(), current, hasKeys: true }}
              onChoose={decide}
            />
            {preview.changeCount > 0 && (
              <section className="would" aria-label={t`Files`}>
                <Changes
                  comparison={preview}
                  diffs={false}
                  words={{ change: '', return: t`will be restored`, go: t`will be deleted` }}
                />
              </section>
            )}
          </>
        )}
      </div>
      <Ways waiting={waiting} deciding={deciding} />
    </section>
  )
}

interface Deciding {
  readonly preview: UndoPreview | undefined
  /** Why there is no preview. */
  readonly problem: string | null
  readonly choices: Choices
  /** The first conflict that is not decided, else the one decided last. */
  readonly current: Conflict | undefined
  readonly canApply: boolean
  readonly busy: boolean
  readonly decide: (id: string, choice: Choice | null) => void
  readonly apply: () => Promise<void>
}

/** What the undo would do with the choices made so far, which are kept at once. */
function useDeciding(waiting: WaitingUndo): Deciding {
  const [choices, setChoices] = useState<Choices>(waiting.choices)
  const [busy, setBusy] = useState(false)
  const changes = useMemory((state) => state.changes)
  const { answer: preview, problem } = useQuery(waiting.id, `${changes} ${JSON.stringify(choices)}`, () =>
    api.timeline.previewUndo.query({ what: waiting.what, choices }),
  )
  const [last, setLast] = useState<string | null>(null)
  const open = preview?.conflicts.filter(({ id }) => choices[id] === undefined) ?? []
  return {
    preview,
    problem,
    choices,
    current: open[0] ?? preview?.conflicts.find(({ id }) => id === last),
    canApply: preview !== undefined && open.length === 0 && preview.changeCount > 0 && !busy,
    busy,
    decide: (id, choice) => {
      const next = chosen(choices, id, choice)
      setChoices(next)
      setLast(id)
      api.review.decide
        .mutate({ id: waiting.id, choices: next })
        .catch((error: unknown) => useStatusBar.getState().warn(sentence(error)))
    },
    apply: async () => {
      setBusy(true)
      await applyUndo(waiting, choices)
      setBusy(false)
    },
  }
}

function Ways({ waiting, deciding }: { readonly waiting: WaitingUndo; readonly deciding: Deciding }) {
  const { preview, busy, canApply, apply } = deciding
  const { isRedo } = waiting
  const plain = isRedo ? t`Redo` : t`Undo`
  return (
    <div className="ab">
      <Button
        variant={preview !== undefined && onlyDeletes(preview) ? 'red' : 'pri'}
        keys="mod+enter"
        busy={busy}
        disabled={!canApply}
        onClick={() => void apply()}
      >
        {preview === undefined || preview.changeCount === 0 ? plain : labelOf(preview, isRedo ? 'redo' : 'undo')}
      </Button>
      <Button onClick={() => void leaveUndo(waiting, 'drop')}>
        {isRedo ? <Trans>Don’t redo it</Trans> : <Trans>Don’t undo it</Trans>}
      </Button>
      <span className="grow" />
      <Button variant="q" keys="esc" onClick={() => void leaveUndo(waiting, 'later')}>
        <Trans>Later</Trans>
      </Button>
    </div>
  )
}

const focusOwnText = (pane: HTMLElement | null): void => pane?.querySelector<HTMLElement>('.clash.on textarea')?.focus()

function keysOf(
  conflict: Conflict,
  decide: (id: string, choice: Choice) => void,
): Readonly<Record<string, () => void>> {
  const { id, kind } = conflict
  return {
    '1': () => decide(id, 'mine'),
    ...(kind === 'name' ? {} : { '2': () => decide(id, 'theirs') }),
    ...(kind === 'lines' ? { '3': () => decide(id, 'both'), '4': () => decide(id, ownText(conflict)) } : {}),
  }
}
