import { t } from '@lingui/core/macro'
import { FileText, History, Library } from 'lucide-react'
import { useEffect, useState } from 'react'
import { navigate } from 'wouter/use-hash-location'
import type { Commit } from '../../shared/commit.ts'
import type { ConversationHit } from '../../shared/conversation.ts'
import type { FileHit, HistoryPage } from '../../shared/memory.ts'
import { titleOf } from '../format/conversation-title.ts'
import { factsText } from '../format/language.ts'
import { stamp } from '../format/time.ts'
import { api } from '../state/api.ts'
import { openFile, openLine, openPoint, turnPath } from '../state/routes.ts'
import { openIn, storeOf } from '../state/stores-store.ts'
import { conversationItem, type Item } from './items.ts'
import type { PaletteQuery } from './query.ts'

/** What the core found, one list for each kind; a kind that has not answered yet is missing. */
export interface Answers {
  readonly texts?: readonly Item[]
  readonly conversations?: readonly Item[]
  readonly history?: readonly Item[]
  readonly elsewhere?: readonly Item[]
}

/** One screen of each kind. */
const SHOWN = 5
/** Files that have the words only in their path are left out, so more are asked for than are shown. */
const FILES_ASKED = 40
const HISTORY_MS = 800
const MIN_CHARACTERS = 2
const TYPING_PAUSE_MS = 90
const COMMIT = /^(?:[0-9a-f]{7,40}|[0-9a-hjkmnp-tv-z]{26})$/i

/** Asks the core, once typing pauses. Each kind is shown when it arrives; an answer to earlier words is dropped. */
export function useAnswers({ scope, text }: PaletteQuery): Answers & { readonly asking: boolean } {
  const [known, setKnown] = useState<{ readonly text: string; readonly answers: Answers }>({ text: '', answers: {} })
  const isAsked = scope === 'all' && text.length >= MIN_CHARACTERS
  useEffect(() => {
    if (!isAsked) return
    let isCurrent = true
    const show = (answers: Answers): void => {
      if (!isCurrent) return
      setKnown((before) => ({ text, answers: { ...(before.text === text ? before.answers : {}), ...answers } }))
    }
    const timer = setTimeout(() => {
      void texts(text).then((found) => show({ texts: found }))
      void conversations(text).then((found) => show({ conversations: found }))
      void history(text).then((found) => show({ history: found }))
      void elsewhere(text).then((found) => show({ elsewhere: found }))
    }, TYPING_PAUSE_MS)
    return () => {
      isCurrent = false
      clearTimeout(timer)
    }
  }, [text, isAsked])
  const answers = isAsked && known.text === text ? known.answers : {}
  return { ...answers, asking: isAsked && Object.keys(answers).length < 4 }
}

/** A kind that cannot be searched now, because the connection broke, finds nothing; the others are shown. */
const orNone = (items: Promise<readonly Item[]>): Promise<readonly Item[]> => items.catch(() => [])

const texts = (words: string): Promise<readonly Item[]> =>
  orNone(
    api.memory.search
      .query({ words, limit: FILES_ASKED })
      .then(({ hits }) => hits.flatMap((hit) => textItem(hit)).slice(0, SHOWN)),
  )

function textItem({ path, line }: FileHit): readonly Item[] {
  if (line === null) return []
  const { number, text } = line
  const run = (): void => openLine(path, number)
  return [{ id: `text ${path}`, icon: FileText, label: text.trim(), as: 'memory', hint: path, run }]
}

/** In the stores that are kept besides the open one. */
const elsewhere = (words: string): Promise<readonly Item[]> =>
  orNone(
    api.everyStore.search
      .query({ words, limit: SHOWN })
      .then((found) => found.flatMap(({ key, said }) => (said ?? []).flatMap((hit) => elsewhereItem(key, hit)))),
  )

function elsewhereItem(key: string, { path, line }: FileHit): readonly Item[] {
  const store = storeOf(key)
  if (store === undefined) return []
  const run = (): void => void openIn(key, () => (line === null ? openFile(path) : openLine(path, line.number)))
  const hint = factsText([store.name, line !== null && path])
  const label = line === null ? path : line.text.trim()
  return [{ id: `${key} ${path}`, icon: Library, label, as: line === null ? 'path' : 'memory', hint, run }]
}

const conversations = (words: string): Promise<readonly Item[]> =>
  orNone(api.chat.search.query({ words, limit: SHOWN }).then(({ hits }) => hits.map(hitItem)))

function hitItem(hit: ConversationHit): Item {
  const item = conversationItem({ ...hit, title: titleOf(hit) })
  const { id, message } = hit
  if (message === null) return item
  return { ...item, hint: message.text, run: () => navigate(turnPath(id, message.turn)) }
}

const history = async (words: string): Promise<readonly Item[]> => {
  const [named, found] = await Promise.all([
    COMMIT.test(words) ? orNone(api.timeline.commit.query({ ref: words }).then((commit) => [commitItem(commit)])) : [],
    orNone(api.timeline.page.query({ changed: words, limit: SHOWN, within: HISTORY_MS }).then(lineItems)),
  ])
  return [...named, ...found]
}

function commitItem({ id, subject, time, origin }: Commit): Item {
  return { id: `commit ${id}`, actor: origin.actor, label: subject, hint: stamp(time), run: () => openPoint(id) }
}

/** The first line found in each commit. */
function lineItems({ commits, found = [] }: HistoryPage): readonly Item[] {
  const lines = new Map(found.map((each) => [each.commit, each.lines[0]]))
  return commits.map((commit): Item => {
    const line = lines.get(commit.id)
    if (line === undefined) return { ...commitItem(commit), icon: History }
    const [at, { path }] = [stamp(commit.time), line]
    const hint = line.kind === 'added' ? t`added to ${path}, ${at}` : t`removed from ${path}, ${at}`
    return { ...commitItem(commit), label: line.text.trim(), as: 'memory', hint }
  })
}
