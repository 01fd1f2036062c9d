import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Library, Undo2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Message } from '../../shared/messages/message.ts'
import { verbatim } from '../../shared/messages/say.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import { changes as changesWord } from '../format/counts.ts'
import { factsText } from '../format/language.ts'
import { clock, dayName, stampOf } from '../format/time.ts'
import { verbSentence } from '../format/verbs.ts'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { UnlistedStores } from '../memory-parts/UnlistedStores.tsx'
import { api, sentence } from '../state/api.ts'
import { useMemory } from '../state/memory-store.ts'
import { listEveryStore } from '../state/review-store.ts'
import { openPoint } from '../state/routes.ts'
import { inStoreOf, openIn, useKeptChanges, useOtherStores, useStoreName } from '../state/stores-store.ts'
import { isFiltered, queryOf } from '../state/timeline-filter.ts'
import { useTimeline } from '../state/timeline-store.ts'
import { undo } from '../state/undo-flow.ts'
import { useQuery } from '../state/use-query.ts'
import { Diff } from '../text/Diff.tsx'
import { Bar } from '../ui/Bar.tsx'
import { Button } from '../ui/Button.tsx'
import { isPressed, useKeys } from '../ui/keys.ts'
import { Loading } from '../ui/Loading.tsx'
import { everyCommit, readHistory, type StoreCommit } from './every-commit.ts'
import { Filters } from './Filters.tsx'
import { messageOf } from './message-of.ts'
import { headingOf } from './summary.ts'
import { useSource } from './use-source.ts'

/** Commits of each store that are read at first, and with every "show more". */
const STEP_COMMITS = 100

/** What happened in every store that is kept, newest first. One is looked at here, and opened to act on more than one file. */
export function EveryTimeline() {
  const [wanted, setWanted] = useState(STEP_COMMITS)
  const { list, isCut, unread, problem } = useEveryCommit(wanted)
  const [chosen, choose] = useState<string | null>(null)
  const selected = list?.find((each) => idOf(each) === chosen) ?? list?.[0]
  const go = (by: number): void => {
    const next = list?.[Math.max(0, (selected === undefined ? 0 : list.indexOf(selected)) + by)]
    if (next === undefined) return
    choose(idOf(next))
    document.getElementById(rowId(next))?.focus()
  }
  useKeys({ j: () => go(1), down: () => go(1), k: () => go(-1), up: () => go(-1) })
  return (
    <>
      <Bar title={t`Timeline`} crumb={list === undefined ? undefined : changesWord(list.length)} panelName={null} />
      <div className="deck review">
        <main className="review-list scroll" aria-label={t`Timeline`} data-pane tabIndex={-1}>
          <Filters />
          {list === undefined ? (
            <Loading rows={10} problem={problem} />
          ) : (
            <>
              {byDay(list).map(([day, commits]) => (
                <section key={day} aria-label={day}>
                  <div className="qh sec2">
                    <h2>{day}</h2>
                  </div>
                  <ul className="lst">
                    {commits.map((each) => (
                      <Row
                        key={idOf(each)}
                        of={each}
                        isSelected={each === selected}
                        onSelect={() => choose(idOf(each))}
                      />
                    ))}
                  </ul>
                </section>
              ))}
              <UnlistedStores unread={unread} />
              {isCut && (
                <div className="row all">
                  <Button onClick={() => setWanted(wanted + STEP_COMMITS)}>
                    <Trans>Show older changes</Trans>
                  </Button>
                </div>
              )}
            </>
          )}
        </main>
        {selected !== undefined && <Detail key={idOf(selected)} of={selected} />}
        {list?.length === 0 && <NothingFound />}
      </div>
    </>
  )
}

/** @param wanted how many of each store; undefined until they are known */
function useEveryCommit(wanted: number) {
  const filter = useTimeline((state) => state.filter)
  const others = useOtherStores()
  const changes = useMemory((state) => state.changes) + useKeptChanges()
  const keys = others.map(({ key }) => key)
  const question = JSON.stringify([filter, keys, wanted])
  const latest = useRef<string | null>(null)
  useEffect(() => {
    latest.current = question
    return () => {
      latest.current = null
    }
  }, [question])
  const { answer, problem } = useQuery(
    question,
    changes,
    async () => {
      const query = queryOf(filter)
      const isWanted = (): boolean => latest.current === question
      const here = readHistory(null, wanted, (page) => api.timeline.page.query({ ...query, ...page }), isWanted)
      const unread = new Map<string, Message>()
      const there = keys.map((key) =>
        readHistory(
          key,
          wanted,
          (page) => api.everyStore.history.query({ key, query: { ...query, ...page } }),
          isWanted,
        ).catch((error: unknown) => {
          unread.set(key, verbatim(sentence(error)))
          return null
        }),
      )
      return { histories: (await Promise.all([here, ...there])).filter((each) => each !== null), unread }
    },
    { isTyped: true },
  )
  const { histories, unread = new Map<string, Message>() } = answer ?? {}
  const isCut = histories?.some((each) => each.isCut) ?? false
  return { list: filter.actors.length === 0 ? [] : histories && everyCommit(histories), isCut, unread, problem }
}

const idOf = ({ store, commit }: StoreCommit): string => `${store} ${commit.id}`
const rowId = (of: StoreCommit): string => `change ${idOf(of)}`

function byDay(list: readonly StoreCommit[]): readonly (readonly [string, readonly StoreCommit[]])[] {
  return [...Map.groupBy(list, ({ commit }) => dayName(commit.time))]
}

interface RowProps {
  readonly of: StoreCommit
  readonly isSelected: boolean
  readonly onSelect: () => void
}

function Row({ of, of: { commit }, isSelected, onSelect }: RowProps) {
  const { name, sub } = useSource(commit)
  const store = useStoreName(of.store)
  const message = messageOf(commit)
  const said = message === null || message.kind === 'deleted' ? null : message.text
  const sentence = verbSentence(commit)
  return (
    <li
      id={rowId(of)}
      className={isSelected ? 'on' : undefined}
      aria-current={isSelected || undefined}
      tabIndex={isSelected ? 0 : -1}
      onClick={onSelect}
    >
      <ActorBadge actor={commit.origin.actor} />
      <div className="t">{said === null ? sentence : <span>{said}</span>}</div>
      <div className="m cut">
        {commit.undoneBy !== null && (
          <span className="badge">
            <Trans>undone</Trans>
          </span>
        )}{' '}
        {[store, clock(commit.time), said !== null && sentence, name, sub].filter(Boolean).join(' · ')}
      </div>
    </li>
  )
}

const MAX_FILES_SHOWN = 20

/** What one of them changed, and the ways on. */
function Detail({ of: { store: key, commit } }: { readonly of: StoreCommit }) {
  const store = useStoreName(key) ?? ''
  const { name } = useSource(commit)
  const open = (): void => {
    const go = (): void => {
      listEveryStore(false)
      openPoint(commit.id)
    }
    if (key === null) go()
    else void openIn(key, go)
  }
  const undoIt = (): void => void inStoreOf(key, (other) => undo(commit, other))
  useKeys({ enter: (event) => !isPressed(event) && open(), u: undoIt })
  return (
    <section className="det" aria-label={t`This change`} data-pane tabIndex={-1}>
      <div className="in2 scroll">
        <h2>{headingOf(commit)}</h2>
        {commit.changes.slice(0, MAX_FILES_SHOWN).map(({ change }) => (
          <div key={change.path}>
            {commit.changeCount > 1 && (
              <h3>
                <PathText path={change.path} />
              </h3>
            )}
            {change.path !== POLICIES_PATH && (
              <div className="colx">
                <Diff change={change} store={key ?? undefined} context={2} />
              </div>
            )}
          </div>
        ))}
        <dl className="two">
          <dt>
            <Trans>Store</Trans>
          </dt>
          <dd>{store}</dd>
          <dt>
            <Trans>By</Trans>
          </dt>
          <dd>{factsText([name, stampOf(commit.time)])}</dd>
        </dl>
      </div>
      <div className="ab">
        <Button variant="pri" icon={Library} keys="enter" onClick={open}>
          {key === null ? t`Show in the timeline` : t`Open in “${store}”`}
        </Button>
        <Button icon={Undo2} keys="u" onClick={undoIt}>
          <Trans>Undo this change</Trans>
        </Button>
      </div>
    </section>
  )
}

function NothingFound() {
  const filtered = useTimeline(({ filter }) => isFiltered(filter))
  return (
    <section className="det none" aria-label={t`Nothing found`} data-pane tabIndex={-1}>
      <div className="empty">
        <h2>{filtered ? <Trans>No matching changes.</Trans> : <Trans>Nothing has happened yet.</Trans>}</h2>
      </div>
    </section>
  )
}
