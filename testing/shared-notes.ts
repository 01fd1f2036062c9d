import type { Pick } from './random.ts'

// What several devices write into one memory: lines with marks that no two have. A device changes only lines of its own,
// so that only what is planned to clash does.

type Files = ReadonlyMap<string, string>

/** Of the lines that a write adds and removes. */
export interface Marks {
  readonly adds: readonly string[]
  readonly removes: readonly string[]
}

export interface DeviceWrite extends Marks {
  /** As a command of the memory tool. */
  readonly command: object
  /** The same as a file and its new text; null for no file. */
  readonly path: string
  readonly text: string | null
  readonly renamed?: { readonly from: string; readonly to: string }
}

/** Two devices do different things to the only line of a file. */
export interface Clash {
  readonly path: string
  /** The marks of which one stays in the text, and the other waits; of a deletion, the one that stays. */
  readonly marks: readonly string[]
}

const WORDS =
  'amber basil cedar delta ember fjord grove hazel inlet jetty kayak lotus maple north ocean poppy quartz raven sable thyme umber violet willow xenon yarrow zephyr'.split(
    ' ',
  )
const MARK = /\(m\d+\)/g
export const marksIn = (text: string): readonly string[] => text.match(MARK) ?? []
const SHARED = 4
const sharedPath = /^shared\/(\d)/
const memory = (path: string): string => `/memories/${path}`

const creation = (path: string, text: string): DeviceWrite => ({
  command: { command: 'create', path: memory(path), file_text: text },
  path,
  text,
  adds: marksIn(text),
  removes: [],
})

const deletion = (path: string, removes: readonly string[]): DeviceWrite => ({
  command: { command: 'delete', path: memory(path) },
  path,
  text: null,
  adds: [],
  removes,
})

function replacement(path: string, files: Files, old: string, now: string): Omit<DeviceWrite, 'adds' | 'removes'> {
  const command = { command: 'str_replace', path: memory(path), old_str: old, new_str: now }
  return { command, path, text: (files.get(path) ?? '').replace(old, now) }
}

export class SharedNotes {
  /** The marks that must be there, each with the device that wrote it; and those that must not. */
  readonly live = new Map<string, number>()
  readonly gone = new Set<string>()
  readonly clashes: Clash[] = []
  readonly #pick: Pick
  #serial = 0

  constructor(pick: Pick) {
    this.#pick = pick
  }

  #line(): { readonly line: string; readonly mark: string } {
    this.#serial += 1
    const mark = `(m${this.#serial})`
    const words = Array.from({ length: 5 }, () => WORDS[this.#pick(WORDS.length)])
    return { line: `- ${words.join(' ')} ${mark}`, mark }
  }

  get #number(): number {
    return (this.#serial += 1)
  }

  /** The files that everybody writes to. */
  firstWrites(): readonly DeviceWrite[] {
    return Array.from({ length: SHARED }, (_, at) => {
      const lines = Array.from({ length: 6 }, () => this.#line())
      const text = `# Shared ${at}\n\n${lines.map(({ line }) => `${line}\n`).join('')}`
      return creation(`shared/${at}.md`, text)
    })
  }

  /** A line that another program of the device's user writes. */
  outsideLine(device: number): string {
    const { line, mark } = this.#line()
    this.live.set(mark, device)
    return `${line}\n`
  }

  isInClash(mark: string): boolean {
    return this.clashes.some(({ marks }) => marks.includes(mark))
  }

  /** What a device wrote. */
  settle(device: number, { adds, removes }: Marks): void {
    for (const mark of adds) {
      this.live.set(mark, device)
      this.gone.delete(mark)
    }
    for (const mark of removes) {
      this.live.delete(mark)
      this.gone.add(mark)
    }
  }

  next(device: number, files: Files): DeviceWrite {
    const kind = this.#pick(10)
    const own = [...files.keys()].filter((path) => path.startsWith(`own/${device}-`))
    if (kind < 2) return (kind === 0 ? this.#replace(device, files) : this.#remove(device, files)) ?? this.#add(files)
    if (kind === 2 || own.length === 0) return this.#create(`own/${device}-${this.#number}.md`)
    const [path = ''] = own.slice(this.#pick(own.length))
    if (kind === 3) return deletion(path, marksIn(files.get(path) ?? ''))
    if (kind === 4) return this.#rename(path, `own/${device}-${this.#number}.md`)
    const shared = [...files.keys()].find((each) => Number(sharedPath.exec(each)?.[1] ?? NaN) === device)
    if (kind === 5 && shared !== undefined) return this.#rename(shared, `shared/${device}-${this.#number}.md`)
    return this.#add(files)
  }

  #create(path: string): DeviceWrite {
    const lines = [this.#line(), this.#line()]
    return creation(path, lines.map(({ line }) => `${line}\n`).join(''))
  }

  #rename(from: string, to: string): DeviceWrite {
    const command = { command: 'rename', old_path: memory(from), new_path: memory(to) }
    return { command, path: to, text: null, adds: [], removes: [], renamed: { from, to } }
  }

  #add(files: Files): DeviceWrite {
    const shared = [...files.keys()].filter((path) => sharedPath.test(path))
    const [path = ''] = shared.slice(this.#pick(shared.length))
    const { line, mark } = this.#line()
    const lines = (files.get(path) ?? '').split('\n')
    const count = lines.length - 1
    const at = Math.min(count, this.#pick(2) === 0 ? count : 2 + this.#pick(Math.max(1, count - 2)))
    const command = { command: 'insert', path: memory(path), insert_line: at, insert_text: `${line}\n` }
    return { command, path, text: lines.toSpliced(at, 0, line).join('\n'), adds: [mark], removes: [] }
  }

  #ownLine(
    device: number,
    files: Files,
  ): { readonly path: string; readonly line: string; readonly mark: string } | null {
    const found = [...files].flatMap(([path, text]) =>
      text.split('\n').flatMap((line) => {
        const [mark] = marksIn(line)
        return !path.startsWith('clash/') &&
          !path.startsWith('outside/') &&
          mark !== undefined &&
          this.live.get(mark) === device
          ? [{ path, line, mark }]
          : []
      }),
    )
    return found[this.#pick(Math.max(1, found.length))] ?? null
  }

  #replace(device: number, files: Files): DeviceWrite | null {
    const old = this.#ownLine(device, files)
    if (old === null) return null
    const { line, mark } = this.#line()
    return { ...replacement(old.path, files, old.line, line), adds: [mark], removes: [old.mark] }
  }

  #remove(device: number, files: Files): DeviceWrite | null {
    const old = this.#ownLine(device, files)
    if (old === null) return null
    return { ...replacement(old.path, files, `${old.line}\n`, ''), adds: [], removes: [old.mark] }
  }

  /** A file for two devices to clash in. */
  clashFile(): DeviceWrite {
    return creation(`clash/${this.#number}.md`, `${this.#line().line}\n`)
  }

  /** What two devices do with a file that both have, before they hear of each other; null if there is none. */
  clash(one: Files, other: Files): readonly [DeviceWrite, DeviceWrite] | null {
    const used = new Set(this.clashes.map(({ path }) => path))
    const path = [...one.keys()].find(
      (each) => each.startsWith('clash/') && !used.has(each) && other.get(each) === one.get(each),
    )
    if (path === undefined) return null
    const text = (one.get(path) ?? '').trimEnd()
    const [old = ''] = marksIn(text)
    const writes = [this.#line(), this.#line()].map(({ line, mark }): DeviceWrite => ({
      ...replacement(path, one, text, line),
      adds: [mark],
      removes: [old],
    }))
    const [first, second] = writes
    if (first === undefined || second === undefined) return null
    if (this.#pick(3) === 0) {
      this.clashes.push({ path, marks: second.adds })
      return [deletion(path, [old]), second]
    }
    this.clashes.push({ path, marks: [...first.adds, ...second.adds] })
    return [first, second]
  }
}

/** Whether a write that was cut off was done after all. */
export function isDone({ adds, removes, renamed }: DeviceWrite, files: Files): boolean {
  if (renamed !== undefined) return files.has(renamed.to)
  const there = new Set(marksIn([...files.values()].join('\n')))
  return adds.length > 0 ? adds.every((mark) => there.has(mark)) : removes.every((mark) => !there.has(mark))
}

/** What a person is asked: the path, and a text that has what waits. */
export interface Question {
  readonly path: string
  readonly text: string
}

/** How often each mark is there. */
export function countOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) for (const mark of marksIn(text)) counts.set(mark, (counts.get(mark) ?? 0) + 1)
  return counts
}

/**
 * Whether what devices wrote is there once, and what they removed is not; of two that clashed one is there, and the
 * other is asked about. @returns how many questions are about nothing that clashed, too
 */
export function judgeTexts(
  notes: SharedNotes,
  found: { readonly texts: readonly string[]; readonly asked: readonly Question[]; readonly history: string },
): { readonly wrong: readonly string[]; readonly others: number } {
  const marks = countOf(found.texts)
  const waiting = found.asked.map(({ text }) => text).join('\n')
  const wrong: string[] = []
  for (const { path, marks: both } of notes.clashes) {
    const there = both.filter((mark) => marks.get(mark) === 1)
    const count = found.asked.filter((each) => each.path === path).length
    if (there.length !== 1 || count !== 1)
      wrong.push(`${path}: ${there.length} of ${both.join(' and ')} in the text, ${count} questions`)
    for (const mark of both) {
      if (!found.history.includes(mark)) wrong.push(`${mark} is not in the history`)
      if (!there.includes(mark) && !waiting.includes(mark)) wrong.push(`${mark} of ${path} is nowhere`)
    }
  }
  for (const mark of notes.live.keys()) {
    const count = marks.get(mark) ?? 0
    if (count !== 1 && !notes.isInClash(mark) && !(count === 0 && waiting.includes(mark)))
      wrong.push(`${mark} is there ${count} times`)
  }
  for (const mark of notes.gone) if (marks.has(mark) && !waiting.includes(mark)) wrong.push(`${mark} is back`)
  const planned = new Set(notes.clashes.map(({ path }) => path))
  return { wrong, others: found.asked.filter(({ path }) => !planned.has(path)).length }
}
