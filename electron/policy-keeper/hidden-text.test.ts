import fc from 'fast-check'
import { expect, test } from 'vitest'
import { DEFAULT_POLICIES, inPoliciesFile } from '../../shared/policy.ts'
import { deviceOf, newFolder } from '../../testing/folders.ts'
import { createMemoryTool, type MemoryTool } from '../agent/memory-tool/memory-tool.ts'
import { openStore } from '../memory/open-store.ts'
import { writeOutside } from '../memory/tests/store-fixture.ts'
import { PoliciesInForce } from './in-force.ts'

// Two memories that differ only in what redaction hides answer every command alike. Else whoever is shown a mark could
// guess the text behind it, letter by letter, or bring it to light by editing what is around it.

const RUNS = Number(process.env.VARIORUM_LONG ?? 8)
const SEED = Number(process.env.VARIORUM_SEED ?? 1)

/** Secrets of one form: the same view, whichever is there. */
const SECRETS = [
  { before: 'password: ', pair: ['Zebra-Hunter2!9', 'Quagga-Fisher4!'], after: '\n' },
  { before: 'The token is ', pair: [`ghp_${'a1B2'.repeat(9)}`, `ghp_${'c3D4'.repeat(9)}`], after: ' for CI.\n' },
  { before: 'card 4111', pair: [' 1111 1111 1111', ' 1111 4555 1142'], after: ', expires soon\n' },
  { before: 'Codename ', pair: ['Falcon', 'Osprey'], after: ' begins in May\n' },
] as const
/** Names that only hold in a folder, so that moving a file out of it may bring them to light. */
const RULE = {
  kind: 'words',
  name: 'codenames',
  words: ['Falcon', 'Osprey'],
  action: 'replace',
  paths: ['work/**'],
  on: true,
} as const
const IN_FORCE = JSON.stringify(
  inPoliciesFile({ ...DEFAULT_POLICIES, redaction: { ...DEFAULT_POLICIES.redaction, rules: [RULE] } }),
)

type Files = Readonly<Record<string, string>>

/** @param how the files come from another program, or were committed before there were policies */
async function memoryOf(files: Files, how: 'withheld' | 'committed'): Promise<MemoryTool & AsyncDisposable> {
  const inForce = new PoliciesInForce()
  let areOn = how === 'withheld'
  const dir = await newFolder()
  for (const [path, text] of Object.entries(files)) await writeOutside(dir, path, text)
  const store = await openStore({
    dir,
    device: deviceOf(dir),
    watch: false,
    gate: (proposal) => (areOn ? inForce.gate(proposal) : { kind: 'allow' }),
  })
  inForce.follow({ type: 'policies.changed', store: 'any', inForce: IN_FORCE, found: null })
  await store.adopt()
  areOn = true
  return { ...createMemoryTool(store, { redactor: inForce.redactor }), [Symbol.asyncDispose]: () => store.close() }
}

const PLACES = ['work/a.md', 'b.md', 'work', '', 'c.md', 'work/c.md'] as const
const place = fc.constantFrom(...PLACES).map((path) => (path === '' ? '/memories' : `/memories/${path}`))

/** Commands that look for, guess, or move what is hidden. @param known what one of the memories hides */
function commandsOn(text: string, known: string): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const piece = fc
    .tuple(fc.nat(text.length), fc.integer({ min: 1, max: 24 }))
    .map(([from, length]) => text.slice(from, from + length))
    .filter((found) => found !== '')
  const marked = fc.constantFrom('[redacted: password]', 'password: ', 'Codename', known, known.slice(0, 3))
  const name = fc.constantFrom(`/memories/password=${known}.md`, `/memories/${known}.md`)
  return fc.oneof(
    fc.record({ command: fc.constant('view'), path: fc.oneof(place, name) }),
    fc.record({
      command: fc.constant('view'),
      path: place,
      view_range: fc.tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: -1, max: 6 })),
    }),
    fc.record({
      command: fc.constant('str_replace'),
      path: fc.oneof(place, name),
      old_str: fc.oneof(piece, marked),
      new_str: fc.oneof(piece, fc.constantFrom('', 'colour: ', '\n')),
    }),
    fc.record({
      command: fc.constant('insert'),
      path: place,
      insert_line: fc.integer({ min: 0, max: 7 }),
      insert_text: fc.oneof(piece, marked),
    }),
    fc.record({ command: fc.constant('create'), path: fc.oneof(place, name), file_text: fc.oneof(piece, marked) }),
    fc.record({ command: fc.constant('rename'), old_path: fc.oneof(place, name), new_path: fc.oneof(place, name) }),
    fc.record({ command: fc.constant('delete'), path: fc.oneof(place, name) }),
  )
}

const scene = fc
  .record({
    secret: fc.constantFrom(...SECRETS),
    before: fc.constantFrom('', 'The staging login.\n', '# Notes\n\n- one\n'),
    after: fc.constantFrom('', 'More below.\n', 'a\nb'),
    how: fc.constantFrom('withheld' as const, 'committed' as const),
    isNamed: fc.boolean(),
  })
  .chain(({ secret, before, after, how, isNamed }) => {
    const texts = secret.pair.map((value) => `${before}${secret.before}${value}${secret.after}${after}`)
    const files = texts.map((text, at): Files => {
      const name = isNamed ? { [`password=${SECRETS[0].pair[at] ?? ''}.md`]: 'x\n' } : {}
      return { 'work/a.md': text, 'b.md': 'plain\n', ...name }
    })
    const known = fc.constantFrom(secret.pair[0], SECRETS[0].pair[0])
    const commands = known.chain((value) =>
      fc.array(commandsOn(texts[0] ?? '', value), { minLength: 1, maxLength: 12 }),
    )
    return fc.record({ files: fc.constant(files), how: fc.constant(how), commands })
  })

test(`no command tells what a view hides (seed ${SEED})`, { timeout: 3_600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(scene, async ({ files: [one = {}, other = {}], how, commands }) => {
      await using first = await memoryOf(one, how)
      await using second = await memoryOf(other, how)
      for (const command of commands) {
        const [here, there] = [await first.run(command), await second.run(command)]
        expect({ command, content: there.content, isError: there.isError }).toEqual({
          command,
          content: here.content,
          isError: here.isError,
        })
      }
    }),
    { numRuns: RUNS, seed: SEED },
  )
})
