import { execFileSync } from 'node:child_process'
import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import * as nodePath from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { git } from '../../testing/git.ts'

export async function files(dir: string, commit = 'HEAD'): Promise<ReadonlyMap<string, string>> {
  const listing = (await git(dir, 'ls-tree', '-r', '-z', commit)).split('\0').filter((line) => line !== '')
  const named = listing.map((line) => {
    const [meta = '', path = ''] = line.split('\t')
    return { id: meta.split(' ')[2] ?? '', path }
  })
  const out = execFileSync('git', ['cat-file', '--batch'], {
    cwd: dir,
    input: named.map(({ id }) => `${id}\n`).join(''),
    maxBuffer: 1_000_000_000,
  })
  const found = new Map<string, string>()
  let at = 0
  for (const { path } of named) {
    // "ID blob SIZE", the bytes, a line's end.
    const start = out.indexOf('\n', at) + 1
    const size = Number(out.toString('latin1', at, start).split(' ')[2])
    found.set(path, out.toString('utf8', start, start + size))
    at = start + size + 1
  }
  return found
}

/** The files in which two states differ, short enough for a report. */
export function differing(found: ReadonlyMap<string, string>, wanted: ReadonlyMap<string, string>): string {
  const short = (text: string | undefined): string =>
    text === undefined
      ? 'not there'
      : JSON.stringify(text.length > 80 ? `${text.slice(0, 60)}... (${text.length})` : text)
  const paths = [...new Set([...found.keys(), ...wanted.keys()])].filter((path) => found.get(path) !== wanted.get(path))
  return paths.map((path) => `${path} is ${short(found.get(path))} instead of ${short(wanted.get(path))}`).join(', ')
}

/** Resolves when another process has acquired the lease, or when `over` resolves. */
export async function newWriter(dir: string, over: Promise<unknown>): Promise<void> {
  const watching = new AbortController()
  void over.then(() => watching.abort())
  const lease = (): string => {
    try {
      return readFileSync(nodePath.join(dir, '.git/variorum/lease'), 'utf8')
    } catch {
      return ''
    }
  }
  const dead = lease()
  while (!watching.signal.aborted && ['', dead].includes(lease())) await delay(1)
}

/** A journal record longer than this is a restore, not an adopted edit. */
const LONG_RECORD = 10_000
/** In the place of the next record's length: the files of those before it are in place. */
const PLACED = 0xffff_ffff

/** Resolves when a restore of many files is in the journal, or when `over` resolves. */
export async function longRecord(dir: string, over: Promise<unknown>): Promise<void> {
  const watching = new AbortController()
  void over.then(() => watching.abort())
  while (!watching.signal.aborted && !hasLongRecord(nodePath.join(dir, '.git/variorum/journal'))) await delay(0)
}

function hasLongRecord(path: string): boolean {
  const journal = openSync(path, 'r')
  try {
    const frame = Buffer.alloc(8)
    for (let at = 8; readSync(journal, frame, 0, 8, at) === 8;) {
      const length = frame.readUInt32BE(0)
      if (length === 0 || length === PLACED) return false
      if (length > LONG_RECORD) return true
      at += 8 + length
    }
    return false
  } finally {
    closeSync(journal)
  }
}

/** @param except an actor whose commits do not count */
export async function countCommits(dir: string, { except }: { readonly except?: string } = {}): Promise<number> {
  const which = except === undefined ? [] : ['--invert-grep', `--grep=^Variorum-Actor: ${except}$`]
  return Number(await git(dir, 'rev-list', '--count', ...which, 'HEAD'))
}
