import { decodeTime } from 'ulid'
import type { ObjectId, StorePath } from '../../../shared/change.ts'
import { type Commit, type CommitName, nameOf } from '../../../shared/commit.ts'
import type { Knowledge, KnownFile, KnownLine, KnownVersion } from '../../../shared/knowledge.ts'
import type { Tree } from '../../../shared/memory.ts'
import type { Store } from '../../memory/store-interface.ts'
import type { Line } from '../conversation/lines.ts'
import { pastPointOf } from '../conversation/replay.ts'
import type { Redactor } from '../redactor.ts'
import { type Answer, answerOf, appearance } from './appearance.ts'
import { answerIn, type Look, looksUntil } from './looks.ts'

const MAX_PATHS = 500

/** What a conversation had seen of the memory when it gave the answer of a turn; `null` when there is no such turn. */
export async function knowledgeAt(
  lines: readonly Line[],
  turn: number,
  store: Store,
  redactor: Redactor,
): Promise<Knowledge | null> {
  const ended = lines.find((line) => line.type === 'turn.ended' && line.turn === turn)
  if (ended === undefined || !('time' in ended)) return null
  const at = pastPointOf(lines)
  const looks = looksUntil(lines, turn)
  const paths = new Set(looks.map(({ path }) => path))
  const [history, tree] = await Promise.all([
    Promise.all([...paths].map(async (path) => [path, await commitsOf(store, path)] as const)),
    at === null ? treeAt(store, ended.time) : store.tree(at.commit),
  ])
  const files = knownFiles(looks, answerOf(answerIn(lines, turn)), {
    commits: new Map(history),
    at: at?.commit ?? null,
    redactor,
  })
  return { turn, at, files, neverLookedAt: tree === null ? null : neverLookedAt(tree, looks) }
}

/** What the lines of a conversation do not say. */
export interface Surroundings {
  /** The commits of each file, newest first. */
  readonly commits: ReadonlyMap<StorePath, readonly Commit[]>
  /** The state that the conversation looks at, if that is a past one. */
  readonly at: CommitName | null
  readonly redactor: Redactor
}

/** The looks as files and versions, each line once, with those that appear in the answer marked. Pure. */
export function knownFiles(looks: readonly Look[], answer: Answer, around: Surroundings): readonly KnownFile[] {
  const files = Map.groupBy(looks, ({ lastPath }) => lastPath)
  return [...files]
    .map(([path, ofFile]) => ({
      path,
      versions: [
        ...Map.groupBy(ofFile, ({ blob, path: then, time }) => (blob === null ? time : `${blob} ${then}`)).values(),
      ].map((ofVersion) => knownVersion(ofVersion, answer, around)),
    }))
    .toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

function knownVersion(looks: readonly Look[], answer: Answer, { commits, at, redactor }: Surroundings): KnownVersion {
  const [first] = looks
  if (first === undefined) throw new Error('A version is made of looks.')
  const texts = new Map(looks.flatMap(({ lines }) => lines.map(({ number, text }) => [number, text] as const)))
  const numbers = [...texts.keys()].toSorted((a, b) => a - b)
  const kept = redactedLines(
    numbers.map((number) => texts.get(number) ?? ''),
    first.path,
    redactor,
  )
  const lines = numbers.map((number, index): KnownLine => {
    const text = kept[index] ?? ''
    return { number, text, appears: appearance(text, answer) }
  })
  const wrote = looks.find(({ commit }) => commit !== null)?.commit ?? null
  return {
    path: first.path,
    commit: at ?? wrote ?? madeBy(commits.get(first.path) ?? [], first),
    time: first.time,
    turns: [...new Set(looks.map(({ turn }) => turn))],
    gone: looks.every(({ gone }) => gone !== null) ? (looks.at(-1)?.gone ?? null) : null,
    lines,
  }
}

/** The commit that made the version, as it was when it was seen. */
function madeBy(commits: readonly Commit[], { path, blob, time }: Look): CommitName | null {
  const made = commits.filter(({ changes }) =>
    changes.some(({ change }) => change.path === path && change.after?.id === blob),
  )
  const found = made.find((commit) => madeAt(commit) <= Date.parse(time)) ?? made.at(-1)
  return found === undefined ? null : nameOf(found)
}

/** What the policies keep back now stays back, also where it spans lines. */
function redactedLines(lines: readonly string[], path: StorePath, redactor: Redactor): readonly string[] {
  const text = lines.join('\n')
  const kept = redactor.redact(text, path)
  if (kept === text) return lines
  const rows = kept.split('\n')
  if (rows.length === lines.length) return rows
  const left = new Set(rows)
  return lines.map((line) => (left.has(line) ? line : '••••••••'))
}

function neverLookedAt({ commit, files }: Tree, looks: readonly Look[]): Knowledge['neverLookedAt'] {
  const seen = new Set(looks.flatMap(({ path, lastPath }) => [path, lastPath]))
  const paths = files.flatMap(({ path }) => (seen.has(path) ? [] : [path]))
  return { commit, paths: paths.slice(0, MAX_PATHS), count: paths.length }
}

/** Enough to find the version that was seen; nobody waits for the whole history, nor loses what a busy computer finds late. */
const MAX_COMMITS = 200
const SEARCH_MS = 1_000

async function commitsOf(store: Store, path: StorePath): Promise<readonly Commit[]> {
  return (await store.history({ path, limit: MAX_COMMITS, within: SEARCH_MS })).commits
}

/** Git counts in seconds; our own ids have the milliseconds. */
const madeAt = ({ time, variorumId }: Commit): number =>
  variorumId === null ? Date.parse(time) : decodeTime(variorumId)

const PAGE = 500

/** The memory as it was at a time; `null` if that is too far back to be found quickly. */
async function treeAt(store: Store, time: string): Promise<Tree | null> {
  const until = performance.now() + SEARCH_MS
  let after: ObjectId | undefined
  do {
    const page = await store.history({
      limit: after === undefined ? 1 : PAGE,
      within: SEARCH_MS,
      ...(after !== undefined && { after }),
    })
    const then = page.commits.find((commit) => madeAt(commit) <= Date.parse(time))
    if (then !== undefined) return store.tree(then.id)
    if (page.next === null) return { commit: null, files: [], bytes: 0 }
    after = page.next
  } while (performance.now() < until)
  return null
}
