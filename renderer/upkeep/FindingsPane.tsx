import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CircleX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Finding, Findings } from '../../shared/upkeep.ts'
import { files as filesText } from '../format/counts.ts'
import { useApp } from '../state/app-store.ts'
import { dismissFindings, listDismissed, lookAgain, stopLooking, useUpkeep } from '../state/upkeep-store.ts'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Notice } from '../ui/Notice.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { type FindingGroup as Grouped, type GroupKind, groupFindings } from './finding-groups.ts'
import { FindingDetail } from './FindingDetail.tsx'
import { FindingGroup } from './FindingGroup.tsx'

/** What was found, kind by kind, and the one that is open with its fixes. */
export function FindingsPane({ findings }: { readonly findings: Findings | null }) {
  const [selectedId, select] = useState<string | null>(null)
  const [toggled, setToggled] = useState<ReadonlySet<GroupKind>>(new Set())
  const layout = useApp(({ app }) => app?.storeSettings.layout ?? 'plain')
  const groups = groupFindings(findings?.list ?? [], layout)
  const isOpen = ({ kind, isFolded }: Grouped): boolean => isFolded === toggled.has(kind)
  const list = groups.filter(isOpen).flatMap(({ files }) => files.flatMap(([, inFile]) => inFile))
  const at = Math.max(
    0,
    list.findIndex(({ id }) => id === selectedId),
  )
  const selected = list[at]
  const rows = useRef<HTMLDivElement>(null)
  const go = (to: number): void => {
    const next = list[Math.max(0, Math.min(list.length - 1, to))]
    if (next === undefined) return
    select(next.id)
    requestAnimationFrame(() => rows.current?.querySelector<HTMLElement>('[aria-current=true]')?.focus())
  }
  /** The next one takes the place of a finding that goes. */
  const leave = (): void => select((list[at + 1] ?? list[at - 1])?.id ?? null)
  const dismiss = (finding: Finding): void => {
    leave()
    void dismissFindings([finding])
  }
  useKeys({
    j: () => go(at + 1),
    down: () => go(at + 1),
    k: () => go(at - 1),
    up: () => go(at - 1),
    d: () => selected !== undefined && dismiss(selected),
  })
  return (
    <>
      <main className="review-list scroll" aria-label={t`Findings`} data-pane tabIndex={-1}>
        <LookState />
        {findings === null ? <Skeleton rows={8} /> : <Summary findings={findings} />}
        <div ref={rows}>
          {groups.map((group) => (
            <FindingGroup
              key={group.kind}
              group={group}
              isOpen={isOpen(group)}
              selected={selected}
              onToggle={() => setToggled(toggledWith(toggled, group.kind))}
              onSelect={({ id }) => select(id)}
            />
          ))}
        </div>
      </main>
      {selected !== undefined ? (
        <FindingDetail key={selected.id} finding={selected} onLeave={leave} onDismiss={() => dismiss(selected)} />
      ) : (
        <section className="det none" aria-label={t`Nothing selected`} data-pane tabIndex={-1} />
      )}
    </>
  )
}

const SLOW_MS = 1_000

/** Progress once a look takes longer than a second, and what became of it. */
function LookState() {
  const { look, isStopped, problem } = useUpkeep()
  const [isSlow, setSlow] = useState(false)
  const isRunning = look !== null
  useEffect(() => {
    const timer = isRunning ? setTimeout(() => setSlow(true), SLOW_MS) : undefined
    return () => {
      clearTimeout(timer)
      setSlow(false)
    }
  }, [isRunning])
  if (look !== null && isSlow) {
    const [done, total] = [look.done, filesText(look.total)]
    return <Progress text={t`Checked ${done} of ${total}`} done={look.done} total={look.total} onCancel={stopLooking} />
  }
  if (problem !== null)
    return (
      <Notice
        icon={CircleX}
        variant="danger"
        head={t`The memory couldn’t be checked.`}
        actions={
          <Button small onClick={lookAgain}>
            <Trans>Try again</Trans>
          </Button>
        }
      >
        {problem}
      </Notice>
    )
  return isStopped ? (
    <div className="row all">
      <span className="meta">
        <Trans>Stopped. Anything listed here is from an earlier check.</Trans>
      </span>
      <Button small onClick={lookAgain}>
        <Trans>Check again</Trans>
      </Button>
    </div>
  ) : null
}

function Summary({ findings: { list, total, dismissed } }: { readonly findings: Findings }) {
  return (
    <div className="qh">
      <h2>{plural(total, { 0: 'Nothing needs attention', one: '# finding', other: '# findings' })}</h2>
      <p>
        {total > list.length && t`Only the first ${list.length} are listed.`}
        {total === 0 && (
          <Trans>
            Looked for dead links, duplicate lines and files, contradictions, lines past their date and unused files.
          </Trans>
        )}
      </p>
      {dismissed > 0 && (
        <p>
          {plural(dismissed, { one: '# finding dismissed.', other: '# findings dismissed.' })}{' '}
          <button type="button" className="link" onClick={() => void listDismissed()}>
            <Trans>Show again</Trans>
          </button>
        </p>
      )}
    </div>
  )
}

function toggledWith(toggled: ReadonlySet<GroupKind>, kind: GroupKind): ReadonlySet<GroupKind> {
  const next = new Set(toggled)
  if (!next.delete(kind)) next.add(kind)
  return next
}
