import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Flag, Undo2 } from 'lucide-react'
import { useState } from 'react'
import type { Commit } from '../../shared/commit.ts'
import type { HistoryPeriod } from '../../shared/memory.ts'
import { atLeast, changes as changesWord } from '../format/counts.ts'
import { dayOf, when } from '../format/time.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { QuotedLine } from '../memory-parts/ChangedQuote.tsx'
import { api } from '../state/api.ts'
import { clearMarks, useMarked } from '../state/marked-store.ts'
import { useMemory } from '../state/memory-store.ts'
import { NOW, pointPath, RESTORE } from '../state/routes.ts'
import { useEveryStore } from '../state/stores-store.ts'
import { isFiltered, NO_FILTER, phraseIn } from '../state/timeline-filter.ts'
import { loadTimeline, resumeSearch, setFilter, stopSearch, useTimeline } from '../state/timeline-store.ts'
import { undoAll } from '../state/undo-flow.ts'
import { learnCommits } from '../state/undone-store.ts'
import { useQuery } from '../state/use-query.ts'
import { useOnePane } from '../state/window-store.ts'
import { Bar } from '../ui/Bar.tsx'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { Loading } from '../ui/Loading.tsx'
import { Progress } from '../ui/Progress.tsx'
import { CommitDetail } from './CommitDetail.tsx'
import { ComparePane } from './ComparePane.tsx'
import { EveryTimeline } from './EveryTimeline.tsx'
import { Filters, PointsButton } from './Filters.tsx'
import { Overview } from './Overview.tsx'
import { changesIn } from './periods.ts'
import { PointsPane } from './PointsPane.tsx'
import { TimelineList } from './TimelineList.tsx'
import { useSource } from './use-source.ts'

interface TimelineViewProps {
  readonly point: string | undefined
  /** A second point to compare with, `NOW`, or `RESTORE`. */
  readonly other: string | undefined
}

export function TimelineView(props: TimelineViewProps) {
  return useEveryStore() && props.point === undefined ? <EveryTimeline /> : <StoreTimeline {...props} />
}

/** Of the open store. */
function StoreTimeline({ point, other }: TimelineViewProps) {
  const commits = useTimeline((state) => state.commits)
  const filter = useTimeline((state) => state.filter)
  const searching = useTimeline(({ search }) => search !== null && search.state !== 'stopped')
  const chosen = usePoint(point, commits)
  const newest = useNewest(commits, point === undefined)
  const isChosen = point !== undefined
  const selected = isChosen ? chosen : newest
  const second = usePoint(other === NOW || other === RESTORE ? undefined : other, commits)
  // The list of restore points belongs to one route: navigation closes it.
  const place = `${point} ${other}`
  const [pointsAt, setPointsAt] = useState<string | null>(null)
  const pointsShown = pointsAt === place
  const showPoints = (shown: boolean): void => setPointsAt(shown ? place : null)
  const { problem } = useQuery(commits === null ? JSON.stringify(filter) : null, 0, loadTimeline)
  const changes = useMemory((state) => state.changes)
  const { answer: overview } = useQuery('overview', changes, () => api.timeline.overview.query())
  const comparing = selected !== undefined && (other === NOW || second !== undefined)
  return (
    <>
      <Bar title={t`Timeline`} crumb={useExtent(overview?.periods ?? [])} panelName={null} />
      <div className={deckClass(commits === null || selected !== undefined || pointsShown, isChosen || pointsShown)}>
        <main className="tl" aria-label={t`Timeline`} data-pane tabIndex={-1}>
          {overview != null && isLong(overview.periods) && <Overview overview={overview} selected={selected} />}
          <Filters points={<PointsButton shown={pointsShown} onClick={() => showPoints(!pointsShown)} />} />
          <Strips />
          {commits === null || (commits.length === 0 && searching) ? (
            <Loading rows={10} problem={problem} />
          ) : commits.length === 0 ? (
            <NoEntries />
          ) : (
            <TimelineList
              commits={commits}
              selected={selected?.id}
              isChosen={isChosen}
              second={second?.id}
              comparing={comparing}
              onChoose={() => showPoints(false)}
            />
          )}
        </main>
        {pointsShown ? (
          <PointsPane onClose={() => showPoints(false)} />
        ) : selected === undefined ? null : comparing ? (
          <ComparePane key={`${point} ${other}`} first={selected} second={second ?? null} />
        ) : (
          <CommitDetail key={selected.id} commit={selected} isRestore={other === RESTORE} isChosen={isChosen} />
        )}
      </div>
    </>
  )
}

function deckClass(hasPane: boolean, isPaneChosen: boolean): string {
  return ['deck time', !hasPane && 'no-panel', isPaneChosen && 'has-point'].filter(Boolean).join(' ')
}

const WEEK_MS = 7 * 86_400_000

/** Sooner, a chart shows nothing that the list does not. */
function isLong([first]: readonly HistoryPeriod[]): boolean {
  return first !== undefined && Date.now() - Date.parse(first.from) >= WEEK_MS
}

/**
 * The newest commit, shown until another one is chosen, where there is room beside the list. It stays while newer ones
 * arrive, so that nothing changes under whoever reads it.
 */
function useNewest(commits: readonly Commit[] | null, isShown: boolean): Commit | undefined {
  const [kept, keep] = useState<Commit | null>(null)
  const isOnePane = useOnePane()
  const isTop = useTimeline((state) => state.newer === null)
  const listed = commits?.find(({ id }) => id === kept?.id) ?? (isTop ? commits?.[0] : kept)
  const shown = isShown && !isOnePane ? listed : null
  if (shown?.id !== kept?.id) keep(shown ?? null)
  return shown ?? undefined
}

/** How much the list holds, and since when. */
function useExtent(periods: readonly HistoryPeriod[]): string | undefined {
  const commits = useTimeline((state) => state.commits)
  const more = useTimeline((state) => state.next !== null || state.newer !== null)
  const filtered = useTimeline(({ filter }) => isFiltered(filter))
  const whole = !filtered && periods.length > 0 ? periods : null
  const oldest = whole?.[0]?.from ?? commits?.at(-1)?.time
  if (oldest === undefined) return undefined
  const count = whole === null ? (commits?.length ?? 0) : changesIn(whole)
  const since = dayOf(oldest)
  const entries = more && whole === null ? atLeast(count) : changesWord(count)
  return t`${entries} since ${since}`
}

/** The selected commit: from the list, else loaded by its ref. */
function usePoint(point: string | undefined, commits: readonly Commit[] | null): Commit | undefined {
  const listed = commits?.find(({ id, variorumId }) => id === point || variorumId === point)
  const { answer: loaded } = useQuery(
    listed === undefined ? (point ?? null) : null,
    0,
    async () => {
      const commit = await api.timeline.commit.query({ ref: point ?? '' })
      learnCommits([commit])
      return commit
    },
    { warns: true },
  )
  return listed ?? loaded
}

/** What is said above the list. */
function Strips() {
  return (
    <>
      <FirstWritten />
      <MarkedBar />
      <SearchProgress />
    </>
  )
}

/** The progress of a search, with Cancel, once it takes longer than a second. */
function SearchProgress() {
  const search = useTimeline((state) => state.search)
  if (search === null || search.state === 'started') return null
  const looked = search.looked ?? 0
  const text =
    search.looked === null
      ? t`Looking for the beginning of the history`
      : plural(looked, { one: '# change checked', other: '# changes checked' })
  return (
    <div className="looking-strip">
      {search.state === 'slow' ? (
        <Progress text={text} done={0} total={0} onCancel={stopSearch} />
      ) : (
        <p className="row looking">
          <span className="meta grow">{search.looked === null ? t`Stopped.` : t`Stopped: ${text}.`}</span>
          <Button variant="q" small onClick={resumeSearch}>
            <Trans>Keep looking</Trans>
          </Button>
        </p>
      )}
    </div>
  )
}

function NoEntries() {
  const filtered = useTimeline(({ filter }) => isFiltered(filter))
  const stopped = useTimeline(({ search }) => search !== null)
  return (
    <div className="bare-state">
      <div className="empty">
        <h2>
          {stopped ? (
            <Trans>Nothing found so far.</Trans>
          ) : filtered ? (
            <Trans>No matching changes.</Trans>
          ) : (
            <Trans>Nothing has happened yet.</Trans>
          )}
        </h2>
        <p>
          {filtered ? (
            <Trans>Nothing is lost; the filters only hide changes.</Trans>
          ) : (
            <Trans>
              Every change to the memory is recorded here: what changed, who changed it and, if it came from a
              conversation, which sentence led to it.
            </Trans>
          )}
        </p>
        {filtered && (
          <Button onClick={() => setFilter(NO_FILTER)}>
            <Trans>Clear filters</Trans>
          </Button>
        )}
      </div>
    </div>
  )
}

/** Where the words that are looked for in changes were first written, however long ago. */
function FirstWritten() {
  const first = useTimeline((state) => state.first)
  return first === null ? null : <First commit={first} />
}

function First({ commit }: { readonly commit: Commit }) {
  const phrase = useTimeline(({ filter }) => phraseIn(filter))
  const line = useTimeline((state) => state.found.get(commit.id)?.lines.find(({ kind }) => kind === 'added'))
  const { name } = useSource(commit)
  const at = when(commit.time)
  return (
    <section className="first-written" aria-label={t`First written`}>
      <Flag className="i s" aria-hidden />
      <a className="text-link" href={`#${pointPath(commit.id)}`}>
        <Trans>First written {at}</Trans>
      </a>
      <ActorBadge actor={commit.origin.actor} small />
      <span className="meta cut fit">{name}</span>
      {line !== undefined && <QuotedLine kind="added" text={line.text.trim()} phrase={phrase} />}
    </section>
  )
}

/** The changes that the user picked, and undoing them together. */
function MarkedBar() {
  const marked = useMarked((state) => state.marked)
  const [busy, setBusy] = useState(false)
  useKeys({ esc: clearMarks }, marked.size > 0)
  if (marked.size === 0) return null
  const undo = async (): Promise<void> => {
    setBusy(true)
    await undoAll([...marked.values()])
    setBusy(false)
    clearMarks()
  }
  return (
    <div className="row marked-bar" role="status">
      <span className="grow">{plural(marked.size, { one: '# change selected', other: '# changes selected' })}</span>
      <Button small icon={Undo2} busy={busy} onClick={() => void undo()}>
        {plural(marked.size, { one: 'Undo', other: 'Undo together' })}
      </Button>
      <Button variant="q" small keys="esc" onClick={clearMarks}>
        <Trans context="what was selected">Clear</Trans>
      </Button>
    </div>
  )
}
