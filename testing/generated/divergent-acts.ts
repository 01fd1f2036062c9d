import { random } from '../random.ts'
import type { Device } from './divergent-device.ts'
import {
  INDEX,
  JOURNAL,
  markOf,
  newDay,
  newIndexEntry,
  newItem,
  newLogEntry,
  newNote,
  newParagraph,
  POLICIES,
  policiesText,
  titleOf,
  type Writing,
} from './divergent-stores.ts'
import { TOPICS } from './topics.ts'
import { chance, oneOf } from './words.ts'

// What people and agents do to a store on one device.

/** Something that somebody does, as often as they do it. */
export function act(device: Device, writing: Writing): void {
  const weights = Object.entries(WEIGHTS)
  let at = writing.pick(weights.reduce((sum, [, weight]) => sum + weight, 0))
  for (const [name, weight] of weights) {
    if (at < weight) return ACTS[name]?.(device, writing)
    at -= weight
  }
}

type Act = (device: Device, writing: Writing) => void

/** Replaces a word, or adds a few. Keys, links and marks stay. */
export function edited(line: string, { pick, marks }: Writing): string {
  const words = line.split(' ')
  const open = words.flatMap((word, at) => (at > 0 && /^[\p{L}’']{3,}[,;.]?$/u.test(word) ? [at] : []))
  if (open.length === 0 || chance(pick, 20)) {
    words.splice(-1, 0, `since ${marks.edit()}`)
    return words.join(' ')
  }
  const at = oneOf(pick, open)
  words[at] = `${oneOf(pick, ['rather', 'blue', 'later', 'small', 'other'])}-${marks.edit()}`
  return words.join(' ')
}

const endOf = (lines: readonly string[]): number => (lines.at(-1) === '' ? lines.length - 1 : lines.length)

const ACTS: Readonly<Record<string, Act>> = {
  log: (device, writing) => {
    device.add(JOURNAL, endOf(device.linesOf(JOURNAL)), [
      newLogEntry(writing, oneOf(writing.pick, ['2026-01-05', '2026-01-06'])),
    ])
  },
  dated: (device, writing) => {
    const lines = [
      `## ${oneOf(writing.pick, ['2026-02-01', '2026-02-02', newDay(writing.pick)])}`,
      newItem(writing),
      newItem(writing),
    ]
    device.add(JOURNAL, endOf(device.linesOf(JOURNAL)), ['', ...lines])
  },
  end: (device, writing) => {
    const path = device.anyNote()
    if (path !== null) device.add(path, endOf(device.linesOf(path)), [newItem(writing)])
  },
  item: (device, writing) => {
    const path = device.anyNote()
    const places = path === null ? [] : device.places(path)
    if (path !== null && places.length > 0)
      device.add(path, oneOf(writing.pick, places) + writing.pick(2), [newItem(writing)])
  },
  edit: (device, writing) => {
    const path = device.anyNote()
    const places = path === null ? [] : device.places(path)
    if (path === null || places.length === 0) return
    const at = oneOf(writing.pick, places)
    device.replace(path, at, edited(device.linesOf(path)[at] ?? '', writing))
  },
  paragraph: (device, writing) => {
    const path = device.anyNote()
    const places = path === null ? [] : device.places(path)
    if (path !== null && places.length > 0)
      device.add(path, oneOf(writing.pick, places) + 1, ['', newParagraph(writing)])
  },
  property: (device, writing) => changeProperty(device, writing),
  newNote: (device, writing) => {
    const topic = oneOf(writing.pick, TOPICS)
    const path = `${topic.folder}/new-${1000 + writing.pick(100_000)}.md`
    device.files.set(path, newNote(writing, path, topic))
    device.add(INDEX, endOf(device.linesOf(INDEX)), [newIndexEntry(writing, path)])
  },
  indexEdit: (device, writing) => {
    const places = device.places(INDEX)
    if (places.length === 0) return
    const at = oneOf(writing.pick, places)
    device.replace(INDEX, at, edited(device.linesOf(INDEX)[at] ?? '', writing))
  },
  remove: (device, writing) => {
    const path = device.anyNote()
    const places = path === null ? [] : device.places(path)
    if (path !== null && places.length > 0) device.remove(path, oneOf(writing.pick, places))
  },
  deleteNote: (device) => {
    const path = device.anyNote()
    if (path === null) return
    device.deleteFile(path)
    const at = device.linesOf(INDEX).findIndex((line) => line.includes(`](${path})`))
    if (at >= 0) device.remove(INDEX, at)
  },
  rename: (device, writing) => {
    const path = device.anyNote()
    if (path === null) return
    const to = `${oneOf(writing.pick, TOPICS).folder}/${titleOf(path).replaceAll(' ', '-')}-${writing.marks.edit()}.md`
    device.rename(path, to)
    const at = device.linesOf(INDEX).findIndex((line) => line.includes(`](${path})`))
    if (at >= 0) device.replace(INDEX, at, (device.linesOf(INDEX)[at] ?? '').replace(`](${path})`, `](${to})`))
  },
  move: (device, writing) => {
    const path = device.anyNote()
    const places = path === null ? [] : device.places(path)
    if (path === null || places.length < 4) return
    const lines = device.linesOf(path)
    const from = oneOf(writing.pick, places)
    const length = Math.min(1 + writing.pick(3), lines.length - from)
    const block = lines.splice(from, length)
    const targets = lines.flatMap((line, at) => (markOf(line) !== null && at > (places[0] ?? 0) ? [at] : []))
    lines.splice(targets.length === 0 ? from : oneOf(writing.pick, targets) + 1, 0, ...block)
    device.write(path, lines)
  },
  expire: (device) => {
    for (let count = 0; count < 3; count += 1) {
      const [at] = device.places(JOURNAL)
      if (at !== undefined && device.places(JOURNAL).length > 4) device.remove(JOURNAL, at)
    }
  },
  undo: (device) => device.undo(),
  restore: (device) => device.restore(),
  policies: (device, { pick, marks }) => {
    const policies = JSON.parse(device.files.get(POLICIES) ?? '{}') as { rules: unknown[]; limits: { view: number } }
    if (chance(pick, 90)) policies.rules.push({ name: marks.line(), kind: 'words', words: ['secret'] })
    else policies.limits.view += 1 + pick(100)
    device.files.set(POLICIES, policiesText(policies))
  },
}

const WEIGHTS: Readonly<Record<string, number>> = {
  log: 18,
  dated: 3,
  end: 10,
  item: 13,
  edit: 17,
  paragraph: 5,
  property: 9,
  newNote: 5,
  indexEdit: 2,
  remove: 5,
  deleteNote: 1,
  rename: 2,
  move: 3,
  expire: 1,
  undo: 3,
  restore: 1,
  policies: 2,
}

function changeProperty(device: Device, { pick, marks }: Writing): void {
  const path = device.anyNote()
  if (path === null) return
  const lines = device.linesOf(path)
  const end = lines[0] === '---' ? lines.indexOf('---', 1) : -1
  const change = (key: string, to: (value: string) => string): void => {
    const at = lines.findIndex((line, index) => index < end && line.startsWith(`${key}:`))
    if (at > 0) lines[at] = `${key}: ${to((lines[at] ?? '').slice(key.length + 2))}`
  }
  change('updated', () => `2026-0${1 + pick(3)}-1${pick(9)}`)
  const kind = pick(5)
  if (kind === 0) change('visits', (value) => String(Number(value) + 1 + pick(3)))
  if (kind === 1) change('tags', (value) => value.replace(']', `, ${marks.line()}]`))
  if (kind === 2 && end > 0) lines.splice(end, 0, `${marks.line()}: noted`)
  const at = lines.findIndex((line, index) => index < end && line === 'related:')
  if (kind === 3 && at > 0) lines.splice(at + 1 + pick(2), 0, `  - ${marks.line()}`)
  device.write(path, lines)
}

/** Two people write about one thing in one place, as seldom as they do. */
export function sameThing(a: Device, b: Device, writing: Writing): void {
  const { pick, marks } = writing
  const common = a.notes().filter((path) => a.files.get(path) === b.files.get(path))
  if (common.length === 0) return
  const path = oneOf(pick, common)
  const places = a.places(path)
  if (places.length === 0) return
  const at = oneOf(pick, places)
  const line = a.linesOf(path)[at] ?? ''
  const kind = pick(4)
  if (kind === 0) {
    a.remove(path, at)
    b.replace(path, at, edited(line, writing))
  } else if (kind === 1) {
    const end = endOf(a.linesOf(path))
    a.add(path, end, [`- Wifi: oak-${marks.line()}`])
    b.add(path, end, [`- Wifi: elm-${marks.line()}`])
  } else {
    const seed = pick(1_000_000)
    for (const device of [a, b]) device.replace(path, at, edited(line, { pick: random(seed), marks }))
  }
}
