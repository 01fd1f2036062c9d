import type { Pick } from '../random.ts'
import { PROSE } from './single-files.ts'
import { TOPICS } from './topics.ts'
import { chance, fill, list, oneOf, shuffled } from './words.ts'

/** Gives every line and every changed word a mark of its own. */
export interface Tags {
  /** A mark that was never given before. */
  readonly next: () => string
}

/** Marks from t1000 upwards: none is the beginning of another. */
export function newTags(): Tags {
  let last = 999
  return { next: () => `t${++last}` }
}

const OTHER_SCRIPTS: readonly string[] = [
  '- 明日は{city}で{person}と会う',
  '- 牛乳と卵を買う、{n}個で十分',
  '- 备份每周{n}次,由{person}负责',
  '- 회의는 {time}에 시작한다',
  '- Rendez-vous chez le médecin à {time}, déjà confirmé',
  '- Größe der Wohnung: {amount} m², Küche inbegriffen',
  '- Cumpleaños de {person}: traer piñata y café',
  '- Спросить {person} о билетах в {city}',
]

const LONG: readonly string[] = [
  ...PROSE,
  'The meeting on {weekday} began at {time} with {topic}; {person} wanted a decision, {person2} asked for {n} more weeks, and in the end everybody agreed to try it in {city} first and to look at the numbers again in {month} before spending another {amount} euros.',
  '- Remember for the next trip: {hotel} is loud towards the street, breakfast ends at {time}, the tram to {place} leaves every {n} minutes, and {person} knows a shorter way that avoids the hill.',
]

const HEADINGS = list(
  'Notes, Plan, Tasks, Ideas, People, Money, Open questions, Log, À faire, 予定, Background, Next steps',
)
const FACTS: readonly (readonly [key: string, values: readonly string[]])[] = [
  ['Status', ['planning', 'under way', 'on hold', 'finished']],
  ['Budget', ['{amount} euros']],
  ['Deadline', ['{later}', '{date}']],
  ['Contact', ['{person}', '{person} or {person2}']],
  ['Room', ['{n}.{n2}']],
  ['Priority', ['high', 'low', 'medium']],
  ['場所', ['{city}']],
  ['Téléphone', ['{phone}']],
  ['Meets', ['{weekday}, {time}']],
]

/** The first of two texts in the notation of a topic. */
function plain(template: string): string {
  return template.replace(/^\? /, '').replace(/ (=>|><) .*/, '')
}

/** A word with a mark, as an edit leaves it. */
export function marked(tags: Tags, word: string): string {
  return `${word}-${tags.next()}`
}

/** A list item, sometimes with a box to tick, sometimes in another script. */
export function item(pick: Pick, tags: Tags): string {
  const templates = chance(pick, 15) ? OTHER_SCRIPTS : oneOf(pick, TOPICS).items
  return `${fill(pick, plain(oneOf(pick, templates)))} ${tags.next()}`
}

/** A "key: value" line; its value carries a mark of its own. With a key given, a new value for that key. */
export function keyValue(pick: Pick, tags: Tags, wanted?: string): string {
  const [key, values] = FACTS.find(([key]) => key === wanted) ?? oneOf(pick, FACTS)
  return `${key}: ${marked(tags, fill(pick, oneOf(pick, values)))} ${tags.next()}`
}

/** One long line, with a mark in some of its words and one at its end. */
export function longLine(pick: Pick, tags: Tags): string {
  const words = fill(pick, oneOf(pick, LONG)).split(' ')
  const withMarks = words.map((word) => (/^[a-z]{6,}$/.test(word) && chance(pick, 20) ? marked(tags, word) : word))
  return `${withMarks.join(' ')} ${tags.next()}`
}

/** A row of a table. */
export function row(pick: Pick, tags: Tags): string {
  return `| ${fill(pick, '{person} | {amount}')}-${tags.next()} | ${fill(pick, '{weekday}')} ${tags.next()} |`
}

/** An entry of a dated log. */
export function logLine(pick: Pick, tags: Tags): string {
  const log = oneOf(
    pick,
    TOPICS.flatMap((topic) => topic.log ?? []),
  )
  return `- ${fill(pick, `{date}: ${log}`)} ${tags.next()}`
}

/** A heading. */
export function heading(pick: Pick, tags: Tags): string {
  return `## ${oneOf(pick, HEADINGS)} ${tags.next()}`
}

/** The lines of a section below its heading. */
export function sectionBody(pick: Pick, tags: Tags): string[] {
  const several = (make: (pick: Pick, tags: Tags) => string, count: number): string[] =>
    Array.from({ length: count }, () => make(pick, tags))
  const steps = (): string[] =>
    several(item, 3 + pick(4)).map((line, at) => line.replace(/^- (\[.\] )?/, `${at + 1}. `))
  const sorts: readonly (() => string[])[] = [
    () => several(item, 2 + pick(8)),
    () => several(item, 2 + pick(8)),
    () => several(item, 2 + pick(5)).flatMap((line) => [line, ...(chance(pick, 25) ? [`  ${item(pick, tags)}`] : [])]),
    () =>
      shuffled(pick, FACTS)
        .slice(0, 2 + pick(5))
        .map(([key]) => keyValue(pick, tags, key)),
    () => several(longLine, 1 + pick(2)).flatMap((line, at) => (at === 0 ? [line] : ['', line])),
    () => [`| Who | Amount | Day ${tags.next()} |`, '|---|---|---|', ...several(row, 2 + pick(4))],
    () => several(logLine, 2 + pick(6)),
    steps,
  ]
  return oneOf(pick, sorts)()
}

/** A section: heading, blank line, body, blank line. */
export function section(pick: Pick, tags: Tags): string[] {
  const blank = chance(pick, 80) ? [''] : []
  return [heading(pick, tags), ...blank, ...sectionBody(pick, tags), '']
}

/** The lines of a new file. */
export function newLines(pick: Pick, tags: Tags): string[] {
  const lines: string[] = []
  if (chance(pick, 20)) {
    lines.push(
      '---',
      `title: ${fill(pick, '{city}')} ${tags.next()}`,
      `updated: ${marked(tags, '2025-03-11')}`,
      '---',
      '',
    )
  }
  if (chance(pick, 85))
    lines.push(`# ${fill(pick, oneOf(pick, ['{city}', '{person}', 'Notes on {hobby}']))} ${tags.next()}`, '')
  if (chance(pick, 50)) lines.push(...sectionBody(pick, tags), '')
  const sections = chance(pick, 15) ? pick(2) : 2 + pick(4)
  for (let at = 0; at < sections; at++) lines.push(...section(pick, tags))
  if (lines.length < 4) lines.push(...shuffled(pick, [item(pick, tags), keyValue(pick, tags), longLine(pick, tags)]))
  while (lines.at(-1) === '') lines.pop()
  return lines
}
