import { type Files, markOf, type Writing } from './divergent-stores.ts'
import { oneOf } from './words.ts'

// A store on one device, with what is done to it there.

/** What was done, as far as it can be undone. */
type Done =
  | { readonly kind: 'added'; readonly line: string }
  | { readonly kind: 'removed'; readonly line: string; readonly after: string }
  | { readonly kind: 'edited'; readonly from: string; readonly to: string }
  | { readonly kind: 'deleted'; readonly path: string; readonly text: string }

export class Device {
  readonly files: Map<string, string>
  /** Where files of the last state of the trunk are now. */
  readonly moves = new Map<string, string>()
  /** The marks of lines that this device ever took away. */
  readonly removed = new Set<string>()
  readonly #writing: Writing
  readonly #done: Done[] = []

  constructor(files: Files, writing: Writing) {
    this.files = new Map(files)
    this.#writing = writing
  }

  /** Continues with what a merge left. */
  continueWith(files: Files): void {
    this.files.clear()
    for (const [path, text] of files) this.files.set(path, text)
    this.moves.clear()
  }

  notes(): readonly string[] {
    return [...this.files.keys()].filter((path) => path.includes('/') && path.endsWith('.md'))
  }

  anyNote(): string | null {
    const notes = this.notes()
    return notes.length === 0 ? null : oneOf(this.#writing.pick, notes)
  }

  linesOf(path: string): string[] {
    return (this.files.get(path) ?? '').split('\n')
  }

  write(path: string, lines: readonly string[]): void {
    this.files.set(path, lines.join('\n'))
  }

  /** Marked lines of a note that are no properties. */
  places(path: string): readonly number[] {
    const lines = this.linesOf(path)
    const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
    return lines.flatMap((line, at) => (at > end && markOf(line) !== null ? [at] : []))
  }

  add(path: string, at: number, added: readonly string[]): void {
    const lines = this.linesOf(path)
    lines.splice(at, 0, ...added)
    this.write(path, lines)
    for (const line of added) if (markOf(line) !== null) this.#done.push({ kind: 'added', line })
  }

  remove(path: string, at: number): void {
    const lines = this.linesOf(path)
    const [line = ''] = lines.splice(at, 1)
    this.write(path, lines)
    this.removed.add(markOf(line) ?? '')
    this.#done.push({ kind: 'removed', line, after: lines[at - 1] ?? '' })
  }

  replace(path: string, at: number, to: string): void {
    const lines = this.linesOf(path)
    this.#done.push({ kind: 'edited', from: lines[at] ?? '', to })
    lines[at] = to
    this.write(path, lines)
  }

  deleteFile(path: string): void {
    const text = this.files.get(path) ?? ''
    this.#done.push({ kind: 'deleted', path, text })
    for (const line of text.split('\n')) this.removed.add(markOf(line) ?? '')
    for (const [mark] of text.matchAll(/\bk\d{4,}\b/g)) this.removed.add(mark)
    this.files.delete(path)
  }

  rename(path: string, to: string): void {
    const text = this.files.get(path)
    if (text === undefined || this.files.has(to)) return
    this.files.delete(path)
    this.files.set(to, text)
    const [origin] = [...this.moves].find(([, now]) => now === path) ?? [path]
    this.moves.set(origin, to)
  }

  /** Takes back one of the last things, where it can still be found. */
  undo(): void {
    const done = this.#done.splice(Math.max(0, this.#done.length - 1 - this.#writing.pick(3)), 1)[0]
    if (done === undefined) return
    if (done.kind === 'deleted') {
      if (!this.files.has(done.path) && done.path.includes('/')) this.files.set(done.path, done.text)
      return
    }
    const wanted = done.kind === 'added' ? done.line : done.kind === 'edited' ? done.to : done.after
    for (const [path] of this.files) {
      const lines = this.linesOf(path)
      const at = wanted === '' ? -1 : lines.indexOf(wanted)
      if (at < 0) continue
      if (done.kind === 'added') this.removed.add(markOf(done.line) ?? '')
      lines.splice(at, 1, ...(done.kind === 'added' ? [] : done.kind === 'edited' ? [done.from] : [wanted, done.line]))
      this.write(path, lines)
      return
    }
  }

  /** Brings a deleted file back. */
  restore(): void {
    const deleted = this.#done.find((done) => done.kind === 'deleted' && !this.files.has(done.path))
    if (deleted?.kind === 'deleted') this.files.set(deleted.path, deleted.text)
  }
}
