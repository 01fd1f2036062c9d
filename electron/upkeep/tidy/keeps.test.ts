import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import type { LineFates, ProposedFile, TidySelection } from '../../../shared/tidy.ts'
import type { PlacedLine } from '../../../shared/upkeep.ts'
import type { Texts } from './lines.ts'
import { chosenFiles, judgePart, judgeWhole, mergePart, type Present, resultOf } from './proposed.ts'

// Whatever an agent does in its copy, and whatever part of it is accepted: what is structured can still be read, and
// every line that is not kept is listed.

const { VARIORUM_LONG: LONG, VARIORUM_SEED: SEED } = process.env
const RUNS = { numRuns: Number(LONG ?? 150), ...(SEED === undefined ? {} : { seed: Number(SEED) }) }
const TIMEOUT_MS = LONG === undefined ? 60_000 : 3_600_000

const word = fc.constantFrom('ana', 'bo', 'tea', 'rain', 'x', '3')
const rows = <Of>(of: fc.Arbitrary<Of>): fc.Arbitrary<Of[]> => fc.array(of, { minLength: 1, maxLength: 5 })
const joined = (lines: fc.Arbitrary<readonly string[]>): fc.Arbitrary<string> =>
  lines.map((all) => all.join('\n') + '\n')
const pair = fc.record({ name: word, evidence: fc.constant(null), tags: fc.array(word, { maxLength: 2 }) })

const JSON_TEXT = rows(pair).map((value) => `${JSON.stringify(value, null, 2)}\n`)
const YAML_TEXT = joined(
  fc.uniqueArray(word, { minLength: 1 }).map((all) => all.flatMap((each) => [`${each}:`, '  x: 1'])),
)
const CSV_TEXT = joined(rows(fc.tuple(word, word).map((cells) => cells.join(','))))
const CODE = joined(rows(word.map((each) => `if (${each}) {\n  run()\n}`)))
const PROSE = joined(
  rows(
    fc.oneof(
      fc.tuple(word, word).map(([a, b]) => `- ${a} likes ${b}.`),
      word.map((each) => `## ${each}`),
      word.map((each) => `| ${each} | 3 |`),
      CODE.map((code) => `\`\`\`js\n${code}\`\`\``),
      fc.constantFrom('', '---', 'Swam in the lake.'),
    ),
  ),
)
const FRONTMATTER = fc.tuple(word, PROSE).map(([each, text]) => `---\nname: ${each}\ntags:\n  - a\n  - b\n---\n${text}`)

/** Each kind: where it can be, what is in it. The first ones are notes. */
const KINDS: readonly (readonly [paths: readonly string[], text: fc.Arbitrary<string>])[] = [
  [['a.md', 'log/2026-01-02.md', 'log/2026-01-03.md', 'b.txt'], PROSE],
  [['people/ana.md', 'people/bo.md'], FRONTMATTER],
  [['data.json', 'jobs/plan/features.json', 'data.txt'], JSON_TEXT],
  [['rows.jsonl', 'rows.txt'], joined(rows(pair.map((each) => JSON.stringify(each))))],
  [['conf.yaml', '.hidden.yml'], YAML_TEXT],
  [['rows.csv', 'rows.tsv'], CSV_TEXT],
  [['run.ts', 'Makefile', 'conf.toml'], CODE],
  [['jobs/plan/progress.md'], PROSE],
]
const isNote = (path: string): boolean => KINDS.slice(0, 2).some(([paths]) => paths.includes(path)) || path === 'new.md'

const memory = fc
  .tuple(...KINDS.flatMap(([paths, text]) => paths.map((path) => fc.tuple(fc.constant(path), fc.option(text)))))
  .map((files) => new Map(files.flatMap(([path, text]) => (text === null ? [] : [[path, text] as const]))))

/** Of a text: some of its lines, in some order, some of them twice, and new ones. */
const edited = (text: string): fc.Arbitrary<string> => {
  const lines = text.split('\n')
  const some = fc.subarray(lines, { minLength: Math.max(0, lines.length - 3) })
  return joined(
    fc.oneof(
      some,
      fc.shuffledSubarray(lines),
      fc.tuple(some, fc.subarray(lines)).map((both) => both.flat()),
      rows(word),
    ),
  )
}

const proposal = (before: Texts): fc.Arbitrary<ProposedFile[]> => {
  const all = [...before.values()].join('')
  const after = fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: PROSE }, edited(all))
  const files = [...before.keys(), 'new.md', 'new.json'].map((path) => {
    const text = before.get(path)
    const own = text === undefined ? after : fc.oneof({ weight: 4, arbitrary: edited(text) }, after)
    const id = text === undefined ? null : '1'.repeat(40)
    return fc.option(own.map((each) => ({ path, before: id, after: each })))
  })
  return fc
    .tuple(...files)
    .map((each) =>
      each.flatMap((file) => (file === null || file.after === (before.get(file.path) ?? null) ? [] : file)),
    )
}

const numbers = fc.subarray(Array.from({ length: 20 }, (_, at) => at + 1))
const selection = (files: readonly ProposedFile[]): fc.Arbitrary<TidySelection> => {
  const without = fc.oneof(fc.constant({ removed: [], added: [] }), fc.record({ removed: numbers, added: numbers }))
  return fc
    .subarray(files.map(({ path }) => path))
    .chain((paths) => fc.tuple(...paths.map((path) => fc.record({ path: fc.constant(path), without }))))
}

const proposed = memory.chain((before) =>
  proposal(before).chain((files) =>
    fc.record({ before: fc.constant(before), files: fc.constant(files), selection: selection(files) }),
  ),
)

const linesOf = (texts: Texts): readonly string[] =>
  [...texts.values()].flatMap((text) => text.split('\n').filter((line) => line.trim() !== ''))

/** Every line of before and every new one is in the result or listed, one for one, and stands where it is said to. */
function expectAccounted(before: Texts, after: Texts, fates: LineFates): void {
  const { dropped, repeated, moved, reworded, merged, added } = fates
  const changed = [...moved, ...reworded]
  const gone = [
    ...dropped,
    ...repeated.map(({ from }) => from),
    ...changed.map(({ from }) => from),
    ...merged.flatMap(({ from }) => from),
  ]
  const come = [...added, ...changed.map(({ to }) => to), ...merged.map(({ into }) => into)]
  const texts = (lines: readonly PlacedLine[]): readonly string[] => lines.map(({ text }) => text)
  expect([...linesOf(before), ...texts(come)].toSorted()).toEqual([...linesOf(after), ...texts(gone)].toSorted())
  for (const [lines, where] of [
    [gone, before],
    [[...come, ...repeated.map(({ to }) => to), ...dropped.flatMap(({ also }) => also ?? [])], after],
  ] as const)
    for (const { path, line, text } of lines) expect(where.get(path)?.split('\n')[line - 1]).toBe(text)
}

function expectReadable(before: Texts, after: Texts): void {
  for (const [path, text] of before) if (!isNote(path)) expect([path, after.get(path)]).toEqual([path, text])
  for (const [path, text] of after) {
    if (!before.has(path)) expect(isNote(path)).toBe(true)
    if (!(before.get(path) ?? '').startsWith('---\nname')) continue
    const [, inside] = /^---\n([^]*?\n)---\n/.exec(text) ?? []
    expect([path, typeof parse(inside ?? '')]).toEqual([path, 'object'])
  }
}

test(
  'whatever is proposed and accepted, what is structured can be read and every line is accounted for',
  async () => {
    await fc.assert(
      fc.asyncProperty(proposed, async ({ before, files, selection }) => {
        const whole = await judgeWhole(before, files)
        const everything = resultOf(before, whole.files)
        expectReadable(before, everything)
        expectAccounted(before, everything, whole.inWhole)
        const part = chosenFiles(whole.files, selection, whole.base)
        expectAccounted(before, resultOf(before, part), (await judgePart(whole, part)).fates)
        const presentOf = (path: string): Present => {
          const text = before.get(path) ?? null
          return { id: text === null ? null : '1'.repeat(40), text }
        }
        const { files: merged, broken } = mergePart(part, { base: whole.base, presentOf }, {})
        const written = merged.filter(({ path }) => !broken.includes(path))
        expectReadable(
          before,
          resultOf(
            before,
            written.map(({ path, text }) => ({ path, before: null, after: text })),
          ),
        )
      }),
      RUNS,
    )
  },
  TIMEOUT_MS,
)
