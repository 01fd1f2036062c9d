import type { StorePath } from '../../shared/change.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { leastTrusted, type Lineage, type Origin, trustOf } from '../../shared/origin.ts'
import type { ToldOfWaiting } from '../../shared/settings.ts'
import { type HeldFile, isHeld, MAX_PATHS_TOLD, type RefusedWrite, type WaitingWrite } from '../../shared/waiting.ts'
import { toolPath } from '../memory/paths.ts'
import type { Store } from '../memory/store-interface.ts'
import { sourceOf } from './holding-writes.ts'
import { linesBetween } from './rejected-lines.ts'
import type { WaitingList } from './waiting-list.ts'

/** So much of what waits in a file is told at once, in characters. */
const MAX_LINES_TOLD = 2_000

interface Answered {
  readonly origin: Origin
  /** What the agent looked at; `null` for another command. */
  readonly path: StorePath | '' | null
  /** It was shown what is there. */
  readonly isShown: boolean
}

interface NewsOptions {
  readonly waiting: Pick<WaitingList, 'list' | 'drop'>
  readonly store: Pick<Store, 'text'>
  readonly redactor: { redact(text: string, path: string): string }
  /** As the user last said. */
  readonly tells: () => ToldOfWaiting
}

interface Told {
  readonly notes: readonly Message[]
  /** Of the lines that the notes quote. */
  readonly lineage: Lineage
}

/**
 * What agents are told of writes that the user decides about: that one waits where they look, and, if the user wants it,
 * the lines that wait in the file that they are shown; and once, what became of their own that the user did not save.
 * Where an agent is shown nothing, it is told of its own alone.
 */
export function newsOfHeld({ waiting, store, redactor, tells }: NewsOptions) {
  /** The new lines of one write at a path, without what the policies hide now. */
  const linesAt = async (path: StorePath, { files }: WaitingWrite): Promise<readonly string[]> => {
    const texts = await textsOf(store, files.find((file) => file.path === path) ?? null)
    return texts === null
      ? []
      : linesBetween(redactor.redact(texts.old, path), redactor.redact(texts.now, path), 'added')
  }
  const textAt = async (path: StorePath, writes: readonly WaitingWrite[]): Promise<Told> => {
    const each = await Promise.all(writes.map((write) => linesAt(path, write)))
    const lineage = leastTrusted(writes.filter((_, at) => each[at]?.length !== 0).map(({ origin }) => trustOf(origin)))
    return { notes: linesNote(path, each.flat()), lineage }
  }
  return async ({ origin, path, isShown }: Answered): Promise<Told> => {
    const entries = await waiting.list()
    const isOwn = (by: Origin): boolean => sourceOf(by) === sourceOf(origin)
    const refused = entries.filter((each) => each.kind === 'refused').filter((each) => isOwn(each.origin))
    for (const { id } of refused) await waiting.drop(id)
    const told = tells()
    const writes = path === null || told === 'nothing' ? [] : entries.filter(isHeld)
    const here = writes.flatMap((each) => {
      const paths = each.files.map((file) => file.path)
      if (!isOwn(each.origin)) return isShown ? paths.filter((at) => at === path) : []
      return paths.filter((at) => path === '' || at === path || at.startsWith(`${path}/`))
    })
    const isTold = told === 'text' && isShown && path !== null && path !== ''
    const { notes, lineage } = isTold ? await textAt(path, writes) : { notes: [], lineage: leastTrusted([]) }
    const waits = here.length === 0 ? [] : [say('write-waits', { paths: listed(here) })]
    return { notes: [...refused.map(refusalNote), ...waits, ...notes], lineage }
  }
}

/** The text of a file before and after a write; null where a side is no text, or there is no file after it. */
async function textsOf(
  store: Pick<Store, 'text'>,
  file: HeldFile | null,
): Promise<{ readonly old: string; readonly now: string } | null> {
  if (file === null || file.after === null || !('text' in file.after)) return null
  const old = file.before === null ? '' : await store.text(file.before)
  return old === null ? null : { old, now: file.after.text }
}

function linesNote(path: StorePath, lines: readonly string[]): readonly Message[] {
  // A break of another kind would begin a line without its mark.
  const whole = lines.map((line) => `+ ${line.replaceAll(/[\r\u0085\u2028\u2029]/g, ' ')}`).join('\n')
  const shown = whole.slice(0, MAX_LINES_TOLD).toWellFormed()
  if (shown === '') return []
  const told = { path: toolPath(path), lines: shown }
  return [shown === whole ? say('waiting-lines', told) : say('waiting-lines-cut', told)]
}

function refusalNote({ paths, reason }: RefusedWrite): Message {
  const told = { paths: listed(paths) }
  return reason === '' ? say('write-was-refused', told) : say('write-was-refused-because', { ...told, reason })
}

const listed = (paths: readonly string[]): string =>
  [...new Set(paths)]
    .slice(0, MAX_PATHS_TOLD)
    .map((path) => toolPath(path))
    .join(', ')
