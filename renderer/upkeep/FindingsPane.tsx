import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { CircleX } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Finding, FindingKind, Findings } from '../../shared/upkeep.ts'
import { files as filesText } from '../format/counts.ts'
import { worded } from '../format/worded.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { applyFixes, dismissFindings, listDismissed, lookAgain, stopLooking, useUpkeep } from '../state/upkeep-store.ts'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Notice } from '../ui/Notice.tsx'
import { Progress } from '../ui/Progress.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { fixAllLabel, kindName } from './finding-words.ts'
import { FindingDetail } from './FindingDetail.tsx'

/** What was found, kind by kind, and the one that is open with its fixes. */
export function FindingsPane({ findings }: { readonly findings: Findings | null }) {
  const [selectedId, select] = useState<string | null>(null)
  const list = findings?.list ?? []
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
          {[...Map.groupBy(list, ({ kind }) => kind)].map(([kind, found]) => (
            <Group key={kind} kind={kind} found={found} selected={selected} onSelect={({ id }) => select(id)} />
          ))}
        </div>
      </main>
      {selected !== undefined ? (
        <FindingDetail key={selected.id} finding={selected} onLeave={leave} onDismiss={() => dismiss(selected)} />
      ) : (
        <Nothing isKnown={findings !== null} />
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
        {total > list.length && t`Only the first ${list.length} are listed.`}{' '}
        {total > 0 && <Trans>Findings change nothing in the memory until you apply a fix.</Trans>}
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

interface GroupProps {
  readonly kind: FindingKind
  readonly found: readonly Finding[]
  readonly selected: Finding | undefined
  readonly onSelect: (finding: Finding) => void
}

function Group({ kind, found, selected, onSelect }: GroupProps) {
  const name = kindName(kind)
  const fixable = found.filter(({ fixes }) => fixes.length === 1)
  const all = fixable.length > 1 ? fixAllLabel(kind, fixable.length) : null
  const fixAll = (): void => {
    const count = fixable.length
    const said = plural(count, { one: 'Fixed: # finding', other: 'Fixed: # findings' })
    void applyFixes(
      fixable.map(({ id }) => ({ id, fix: 0 })),
      said,
    )
  }
  return (
    <section className="kind" aria-label={name}>
      <h3>
        {name} <small>{found.length}</small>
        <span className="grow" />
        {all !== null && (
          <Button variant="q" small onClick={fixAll}>
            {all}
          </Button>
        )}
      </h3>
      <ul className="lst plain">
        {found.map((finding) => (
          <li
            key={finding.id}
            className={finding === selected ? 'on' : undefined}
            aria-current={finding === selected || undefined}
            tabIndex={finding === selected ? 0 : -1}
            onClick={() => onSelect(finding)}
          >
            <div className="t">
              {finding.text === '' ? <PathText path={finding.path} /> : <span>{shownLine(finding.text)}</span>}
            </div>
            <div className="m">
              {finding.text === ''
                ? worded(finding.what)
                : `${finding.path}${finding.line === null ? '' : `:${finding.line}`}`}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Without Markdown's marks at the beginning. */
export function shownLine(text: string): string {
  return text.replace(/^[\s>*+#|-]+/u, '').trim() || text
}

function Nothing({ isKnown }: { readonly isKnown: boolean }) {
  return (
    <section className="det none" aria-label={t`Nothing found`} data-pane tabIndex={-1}>
      {isKnown && (
        <div className="empty">
          <h2>
            <Trans>Nothing needs attention</Trans>
          </h2>
          <p>
            <Trans>
              Dead links, duplicate lines, contradictions and outdated lines appear here, with fixes where possible. The
              list is updated whenever the memory changes.
            </Trans>
          </p>
        </div>
      )}
    </section>
  )
}
