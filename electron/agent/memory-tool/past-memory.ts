import { Buffer } from 'node:buffer'
import * as posix from 'node:path/posix'
import type { FileMode, ObjectId, StorePath } from '../../../shared/change.ts'
import type { PastPoint } from '../../../shared/conversation.ts'
import type { FileContent, Tree } from '../../../shared/memory.ts'
import { say } from '../../../shared/messages/say.ts'
import type { Listed, PathState, Store } from '../../memory/store-interface.ts'
import type { Viewed } from './handlers.ts'

/** "20 November 2026 at 17:50", in the time zone of this computer. */
export function momentOf({ time }: PastPoint): string {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short' }).format(new Date(time))
}

/** The answer to a command that would write in such a conversation. The model and the user see it. */
export function unchangeable(at: PastPoint): string {
  return `This conversation looks at the memory as it was on ${momentOf(at)} and cannot change it.`
}

const MAX_LINKS = 16
const REFUSED: PathState = { kind: 'refused', reason: say('link-led-out') }

/** The store as `view` sees it, at a commit. Reading it leaves no trace: no commit and no line in the access log. */
export function pastMemory(store: Pick<Store, 'tree' | 'file'>, at: ObjectId): Viewed['store'] {
  let read: Promise<Tree> | undefined
  const tree = (): Promise<Tree> => (read ??= store.tree(at))
  const look = async (path: StorePath | ''): Promise<PathState> => {
    const { files } = await tree()
    let here = path
    for (let links = 0; links < MAX_LINKS; links++) {
      const file = files.find((other) => other.path === here)
      if (file === undefined)
        return { kind: here === '' || isFolder(files, here) ? 'directory' : 'missing', path: here }
      const content = await store.file(here, at)
      if (content === null) return { kind: 'missing', path: here }
      if (file.blob.mode !== LINK) return fileState(content)
      const target = posix.normalize(posix.join(posix.dirname(here), content.text ?? ''))
      if (target.startsWith('..') || posix.isAbsolute(content.text ?? '')) return REFUSED
      here = target === '.' ? '' : target.replace(/\/$/, '')
    }
    return REFUSED
  }
  return {
    look,
    async list(path) {
      const shown = (await tree()).files.map(async (file): Promise<readonly ListedFile[]> => {
        if (file.blob.mode !== LINK) return [{ path: file.path, kind: 'file', size: file.blob.size }]
        const target = await look(file.path)
        if (target.kind === 'directory') return [{ path: file.path, kind: 'directory', size: 0 }]
        return target.kind === 'file' ? [{ path: file.path, kind: 'file', size: target.blob.size }] : []
      })
      return listFiles((await Promise.all(shown)).flat(), path)
    },
    viewed: async () => null,
    // Whoever cannot write taints nothing.
    lineageOfLines: async () => 'agent',
    lineageOfNames: async () => 'agent',
  }
}

const LINK: FileMode = '120000'
/** Bytes that are no text: the store returns none for such a file. */
const NOT_TEXT = Buffer.from([0xff])

function fileState({ path, blob, text }: FileContent): PathState {
  return { kind: 'file', path, blob, bytes: text === null ? NOT_TEXT : Buffer.from(text) }
}

const isFolder = (files: Tree['files'], path: StorePath): boolean =>
  files.some((file) => file.path.startsWith(`${path}/`))
const isHidden = (name: string): boolean => name.startsWith('.') || name === 'node_modules'
const LEVELS = 2

type ListedFile = Listed & { readonly path: StorePath }

/** The listing of the memory tool, from all files: see Store.list. Git keeps no empty folders. */
function listFiles(files: readonly ListedFile[], path: StorePath | ''): readonly Listed[] {
  const listed = new Map<string, Listed>([[path, { path, kind: 'directory', size: 0 }]])
  for (const file of files) {
    if (path !== '' && !file.path.startsWith(`${path}/`)) continue
    const names = file.path.slice(path === '' ? 0 : path.length + 1).split('/')
    if (names.some(isHidden)) continue
    for (let depth = 0; depth <= Math.min(LEVELS, names.length); depth++) {
      const here = [path, ...names.slice(0, depth)].filter(Boolean).join('/')
      const kind = depth === names.length ? file.kind : 'directory'
      listed.set(here, { path: here, kind, size: (listed.get(here)?.size ?? 0) + file.size })
    }
  }
  return [...listed.values()].toSorted((a, b) => byName(a.path, b.path))
}

/** Bytewise by the names on the way, so that a folder's content follows the folder. */
function byName(a: string, b: string): number {
  const [one, other] = [a === '' ? [] : a.split('/'), b === '' ? [] : b.split('/')]
  for (const [at, name] of one.entries()) {
    const against = other[at]
    if (against === undefined) return 1
    if (name !== against) return Buffer.compare(Buffer.from(name), Buffer.from(against))
  }
  return one.length - other.length
}
