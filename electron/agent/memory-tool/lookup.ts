import { shownName } from '../../../shared/invisible.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { join, nameOf, parentOf } from '../../disk/relative-path.ts'
import { decodeUtf8 } from '../../disk/utf8.ts'
import { type ParsedPath, parseToolPath, whyNameIsRefused } from '../../memory/paths.ts'
import type { Listed, PathState, Store } from '../../memory/store-interface.ts'
import type { Redactor } from '../redactor.ts'

// What the paths in a command stand for, and what an edit may work on.

interface Looked {
  readonly store: Pick<Store, 'look' | 'list'>
  readonly redactor: Redactor
}

/**
 * The store's path for one that the model wrote. A name that no new file gets is looked for as the listing of its folder
 * shows it. A name in which the policies hide something is refused, whether or not it is there: else the answer would
 * tell whether a guess is right.
 */
export async function pathOf(
  { store, redactor }: Looked,
  input: string,
  options?: { readonly trailingSlash: boolean },
): Promise<ParsedPath> {
  const parsed = parseToolPath(input, options)
  const spelled = parsed.kind === 'path' ? parsed.path : (parsed.existing ?? '')
  if (redactor.redact(spelled, spelled) !== spelled) return { kind: 'refused', reason: say('name-is-hidden') }
  if (parsed.kind === 'path' || spelled === '') return parsed
  let path = ''
  for (const name of spelled.split('/')) {
    const next = join(path, name)
    const there = whyNameIsRefused(name) === null ? next : listedAs(await store.list(path), path, name)
    if (there === null) return parsed
    path = there
  }
  return { kind: 'path', path }
}

/** The path of what a folder's listing shows by this name. */
function listedAs(listed: readonly Listed[], folder: string, name: string): string | null {
  const paths = listed.map(({ path }) => path)
  const isShownSo = (path: string): boolean => parentOf(path) === folder && shownName(nameOf(path)) === name
  return paths.find((path) => path === join(folder, name)) ?? paths.find(isShownSo) ?? null
}

type Edited =
  | {
      readonly kind: 'text'
      readonly file: Extract<PathState, { kind: 'file' }>
      /** What a view shows. An edit must neither find what a view hides nor bring it to light. */
      readonly text: string
      /** What of the file is therefore replaced. */
      readonly hidden: readonly Message[]
    }
  | { readonly kind: 'missing' }
  | { readonly kind: 'not text' }
  | { readonly kind: 'refused'; readonly reason: Message }

/** The file that a command edits. */
export async function editedFile({ store, redactor }: Looked, input: string): Promise<Edited> {
  const parsed = await pathOf({ store, redactor }, input)
  if (parsed.kind === 'refused') return parsed
  const file = await store.look(parsed.path)
  if (file.kind === 'refused') return file
  if (file.kind !== 'file') return { kind: 'missing' }
  const text = decodeUtf8(file.bytes)
  if (text === null) return { kind: 'not text' }
  const shown = redactor.redact(text, file.path)
  if (shown === text) return { kind: 'text', file, text, hidden: [] }
  const { notes, refusal } = redactor.hiddenIn(text, file.path)
  return refusal === null ? { kind: 'text', file, text: shown, hidden: notes } : { kind: 'refused', reason: refusal }
}
