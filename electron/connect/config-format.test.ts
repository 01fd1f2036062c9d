import { parse as parseToml } from '@decimalturn/toml-patch'
import * as fc from 'fast-check'
import { createScanner, type Node, parse as parseJson, parseTree } from 'jsonc-parser'
import { describe, expect, test } from 'vitest'
import { addEntry, ConfigProblem, entryIn, removeEntry, type ConfigFormat, type Table } from './config-format.ts'
import { jsonFormat } from './json-format.ts'
import { TOML } from './toml-format.ts'

const RUNS = {
  numRuns: Number(process.env.VARIORUM_LONG ?? 60),
  seed: Number(process.env.VARIORUM_SEED ?? 44),
}
const STRICT = jsonFormat({ comments: false, trailingCommas: false })
const LENIENT = jsonFormat({ comments: true, trailingCommas: true })
const JSON_PATH = { list: 'mcpServers', name: 'variorum' }
const TOML_PATH = { list: 'mcp_servers', name: 'variorum' }
const ENTRY = {
  command: '/usr/bin/node',
  args: ['/o p/cli.js', 'mcp', '--client', 'x'],
  env: { VARIORUM_HOME: 'C:\\h' },
}

/** Read by the parser alone, without what is tested. */
type Reading = (text: string) => Table
const readJson: Reading = (text) => parseJson(text.replace(/^\ufeff/, ''), [], { allowTrailingComma: true }) ?? {}
const readToml: Reading = (text) => parseToml(text) as Table

/** Adds and removes, and looks at everything on the way. @returns the text with the entry */
function expectThereAndBack(text: string, format: ConfigFormat, read: Reading): string {
  const path = format.label === 'TOML' ? TOML_PATH : JSON_PATH
  const added = addEntry(text, format, path, ENTRY)
  const { at, text: own } = added.insertion
  expect(added.text.slice(0, at) + added.text.slice(at + own.length)).toBe(text)
  // In the line ends of the file.
  const ends = new Set(text.match(/\r\n|\n|\r/g) ?? ['\n'])
  expect([...ends]).toEqual(expect.arrayContaining(own.match(/\r\n|\n|\r/g) ?? []))
  const [before, after] = [read(text), read(added.text)]
  const servers = { ...(before[path.list] as Table | undefined), [path.name]: ENTRY }
  expect(after).toEqual({ ...before, [path.list]: servers })
  expect(entryIn(added.text, format, path)).toEqual(ENTRY)
  expect(removeEntry(added.text, format, path, added).text).toBe(text)
  return added.text
}

const bare = (text: string): string => text.replaceAll(/[\s,]/g, '')

/** Without the memory of what was put in, other bytes than those of the entry still stay. */
function expectRemovedFromSight(text: string, format: ConfigFormat, read: Reading): void {
  const path = format.label === 'TOML' ? TOML_PATH : JSON_PATH
  const { text: now, listIsOurs } = addEntry(text, format, path, ENTRY)
  const { text: removed } = removeEntry(now, format, path, { insertion: { at: -1, text: '\u0000' }, listIsOurs })
  expect(read(removed)).toEqual(read(text))
  // Of a text without an object, ours stays as an empty one.
  expect([bare(text), `${bare(text)}{}`]).toContain(bare(removed))
}

const STRICT_SHAPES = [
  '{}',
  '{}\n',
  '{ }',
  '{\n}',
  '{\r\n}\r\n',
  '{\n\n}\n',
  '\ufeff{}',
  '\ufeff{\r\n  "a": 1\r\n}',
  '  {"a":1}  ',
  '{"a":1}',
  '{"a": 1, "b": [1, 2]}',
  '{ "a": 1 }\n',
  '{"mcpServers":{}}',
  '{"mcpServers": {}}',
  '{ "mcpServers": { } }',
  '{"mcpServers":{"a":{"command":"a"}}}',
  '{ "mcpServers": { "a": { "command": "a" } }, "b": 1 }',
  '{\n  "mcpServers": {}\n}',
  '{\n  "mcpServers": {\n  }\n}\n',
  '{\n  "mcpServers": {\n    "a": { "command": "a" }\n  }\n}\n',
  '{\n    "mcpServers": {\n        "a": { "command": "a" },\n        "b": {}\n    },\n    "z": "x"\n}',
  '{\n\t"mcpServers": {\n\t\t"a": {}\n\t}\n}\n',
  '{\r\n\t"x": 1,\r\n\t"mcpServers": {\r\n\t\t"a": {}\r\n\t}\r\n}\r\n',
  '{\n"x": 1,\n"y": {\n"z": 2\n}\n}',
  '{\n   "x": 1\n}',
  '{"a": 1,\n "b": 2}',
  '{"a": {\n  "b": 2 }}',
  '{\n  "a": 1, "mcpServers": {"q": {}}\n}',
  '{\n  "mcpServers": {"q": {}},\n  "mcpServers": {"r": {}}\n}',
  '{"x":1,"x":2,"mcpServers":{"a":1,"a":2}}',
  '{"mcp\\u0053ervers": {"a": {}}}',
  '{"other": {"mcpServers": {"variorum": 1}}}',
  '{"note": "\\"mcpServers\\": {}, // no comment", "url": "http://x/*y*/"}',
  '{"__proto__": {"a": 1}, "constructor": 2}',
  '{"mcpServers": {"__proto__": {"a": 1}}}',
  '{"mcpServers": {"a": {"args": [{"b": {"c": []}}, "}", "{"]}}}',
  '{"emoji 😀": "ü\ud83d\ude00", "mcpServers": {"ä": {"command": "é"}}}',
  '{\n\n\n  "a": 1\n\n\n}\n\n',
  '{\r  "a": 1\r}\r',
  '{\n  "a": 1\r\n}\n',
  '{"n": 1e400, "m": -0, "o": 12345678901234567890}',
  '',
  '\n',
  ' \r\n ',
  '\ufeff',
]

const LENIENT_SHAPES = [
  '// only a comment',
  '// only a comment\n',
  '/* only\n a comment */',
  '// top\n{}\n// end',
  '{ // open\n}',
  '{ /* open */ }',
  '{ /* open\n */ }',
  '{\n  // none yet\n}\n',
  '{\n  "a": 1, // tail\n}',
  '{\n  // head\n  "a": 1, // tail\n  /* mid */ "b": 2,\n  // end\n}\n',
  '{ // open\n  "a": 1\n}',
  '{ /* one\n two */ "a": 1 }',
  '{ /* c */ "a": 1 /* d */ }',
  '{"a":1,}',
  '{"mcpServers":{"a":{},},}',
  '{\n  "mcpServers": { // servers\n    // about a\n    "a": {}, // a\n    // end\n  },\n  "t": 1,\n}\n',
  '{\r\n  // c\r\n  "mcpServers": {\r\n    "a": {},\r\n  },\r\n}',
  '{\n  "mcpServers": {\n    // nothing\n  }\n}',
  '{\n  "mcpServers": {} // nothing\n}',
  '{\n  "mcpServers": /* here */ {\n    "a" /* b */ : /* c */ {} /* d */, /* e */\n  }\n}',
  '{"mcpServers": {/* , */ "a": 1 /* , */ , /* , */ "b": 2 // ,\n}}',
  '\ufeff// bom\r\n{\r\n}\r\n',
  '{\n  "mcpServers": {\n    "a": {} /* last */\n  } // list\n} // root',
]

const TOML_SHAPES = [
  '',
  '\n',
  '\r\n\r\n',
  '# only',
  '# only\n',
  '\ufeffa = 1\n',
  'model = "x"',
  'model = "x"\n',
  'model = "x"\n\n',
  'model = "x"\n  \n',
  'model = "x"\r\n[a]\r\nb = 1\r\n',
  '[mcp_servers.a]\ncommand = "x" # c\n\n# about the env\n[mcp_servers.a.env]\nK = \'v\'\n',
  'x = 1\n\n# about a\n[mcp_servers.a]\ncommand="x"\n\n# about b\n[b]\nx=1\n',
  'mcp_servers = {}\n',
  'mcp_servers = { a = { command = "x" } } # c\ny = 1\n',
  'mcp_servers = {a={command="x"},b={}}',
  'mcp_servers = { }',
  'mcp_servers.a.command = "x"\nz = 1\n',
  'mcp_servers.a = { command = "x" }\n[z]\n',
  '[mcp_servers]\na = { command = "x" }\n\n[z]\n',
  '[mcp_servers]\n',
  '[mcp_servers] # none\n[z]',
  '["mcp_servers"."a"]\ncommand = "x"\n',
  '[ mcp_servers . a ]\ncommand = "x"\n',
  '[mcp_servers.a]\nargs = [\n  "b", # one\n  "c",\n]\n# end comment',
  'x = """\n[mcp_servers.variorum]\n"""\ny = \'\'\'\n[mcp_servers.variorum]\n\'\'\'\n',
  '[[list]]\na = 1\n[[list]]\na = 2\n',
  'd = 2026-01-01\nt = 10:00:00\no = 2026-01-01T00:00:00Z\nl = 2026-01-01T00:00:00\nn = nan\ni = -inf\nh = 0xFF\nu = 1_000\nbig = 9007199254740993\n',
  '[projects."/home/a b"]\ntrust_level = "trusted"\n\n[tui]\nnotifications = true\n',
  '\t[a]\n\tb = 1\n',
  '"ü" = "😀" # 😀\n[mcp_servers."é"]\ncommand = "😀"\n',
  '[a]\n\n\n[b]\n\n\n',
]

describe('shapes', () => {
  test.each(STRICT_SHAPES)('strict JSON %j', (text) => {
    const now = expectThereAndBack(text, STRICT, readJson)
    JSON.parse(now.replace(/^\ufeff/, ''))
    expectThereAndBack(text, LENIENT, readJson)
    expectRemovedFromSight(text, STRICT, readJson)
  })
  test.each(LENIENT_SHAPES)('JSON with more %j', (text) => {
    expectThereAndBack(text, LENIENT, readJson)
    expectRemovedFromSight(text, LENIENT, readJson)
    expect(() => addEntry(text, STRICT, JSON_PATH, ENTRY)).toThrow(ConfigProblem)
  })
  test.each(TOML_SHAPES)('TOML %j', (text) => {
    expectThereAndBack(text, TOML, readToml)
    expectRemovedFromSight(text, TOML, readToml)
  })
})

test.each([
  ['{\n\t"a": 1\n}', '{\n\t"mcpServers": {\n\t\t"variorum": {\n\t\t\t"command": "x"\n\t\t}\n\t},\n\t"a": 1\n}'],
  [
    '{\n    "mcpServers": {}\n}',
    '{\n    "mcpServers": {\n        "variorum": {\n            "command": "x"\n        }\n    }\n}',
  ],
  ['{"mcpServers":{"a":1}}', '{"mcpServers":{"variorum":{"command":"x"},"a":1}}'],
  ['{ "mcpServers": { "a": 1 } }', '{ "mcpServers": { "variorum": {"command": "x"}, "a": 1 } }'],
  ['', '{\n  "mcpServers": {\n    "variorum": {\n      "command": "x"\n    }\n  }\n}\n'],
])('%j becomes %j', (text, expected) => {
  expect(addEntry(text, STRICT, JSON_PATH, { command: 'x' }).text).toBe(expected)
})

test.each(['model = "x"\n', '[mcp_servers.a]\ncommand = "x"\n\n# about b\n[b]\n', '# only\r\n', ''])(
  'of %j nothing is left when another program has written our table anew',
  (text) => {
    const added = addEntry(text, TOML, TOML_PATH, ENTRY)
    const again = added.text.replace('"/usr/bin/node"', "'/usr/bin/node' # anew").replace(' # anew', '')
    expect(removeEntry(again, TOML, TOML_PATH, added).text).toBe(text)
  },
)

test.each([
  ['[mcp_servers]\nvariorum = { command = "x" }\na = 1\n', '[mcp_servers]\na = 1\n'],
  ['[mcp_servers]\na = 1\nvariorum.command = "x"\nvariorum.args = []\n', '[mcp_servers]\na = 1\n'],
  ['mcp_servers.variorum.command = "x"\nb = 1', 'b = 1'],
  ['mcp_servers = { a = 1, variorum = { command = "x" } }', 'mcp_servers = { a = 1 }'],
  ['mcp_servers = { a = 1, variorum = { command = "x" }, b = 2 }', 'mcp_servers = { a = 1, b = 2 }'],
  ['mcp_servers = { variorum = { command = "x" }, b = 2 }', 'mcp_servers = { b = 2 }'],
  ['a = 1\n\n["mcp_servers".\'variorum\'] # ours\ncommand = "x"\n# below\n\n[b]\n', 'a = 1\n\n# below\n\n[b]\n'],
  [
    '# above\n[mcp_servers.variorum]\ncommand = "x" # beside\n\n[z]\n\n[mcp_servers.variorum.tools.a]\nb = 1\n\n[[mcp_servers.variorum.c]]\n',
    '# above\n# beside\n\n[z]\n',
  ],
])('of TOML %j the entry goes, wherever its parts are', (text, expected) => {
  const added = { insertion: { at: 0, text: '\u0000' }, listIsOurs: true }
  expect(removeEntry(text, TOML, TOML_PATH, added).text).toBe(expected)
})

/** Draws from lists of choices again and again. */
function drawing(numbers: readonly number[]): (from: readonly string[]) => string {
  let next = 0
  return (from) => from[(numbers[next++ % numbers.length] ?? 0) % from.length] ?? ''
}

type Json = string | number | null | readonly Json[] | { readonly members: readonly (readonly [string, Json])[] }

const KEYS = ['a', 'b', 'variorum', 'mcpServers', 'x y', 'ü', 'a"b', '__proto__', '//']
const { json } = fc.letrec<{ json: Json; object: Json }>((tie) => ({
  object: fc.record({ members: fc.array(fc.tuple(fc.constantFrom(...KEYS), tie('json')), { maxLength: 4 }) }),
  json: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>('', 'text', '{', '}', ',', '// no', '/*', 0, -1.5, null),
    fc.array(tie('json'), { maxLength: 3 }),
    tie('object'),
  ),
}))
const membersNamed = (...names: readonly string[]) =>
  fc.array(fc.tuple(fc.constantFrom(...names), json), { maxLength: 3 })
const document = fc.record({
  before: membersNamed('a', 'theme', '$schema'),
  // Also twice: the last one counts.
  lists: fc.array(membersNamed('a', 'b', 'ü', '__proto__', '//'), { maxLength: 2 }),
  after: membersNamed('z', 'a', 'mcp'),
  numbers: fc.array(fc.nat(997), { minLength: 11, maxLength: 60 }),
})
type Document = typeof document extends fc.Arbitrary<infer Shape> ? Shape : never

const SPACES = [
  ['', ' '],
  ['', '', ''],
  ['\n', '\n  ', ' '],
  ['\r\n', '\r\n\t', ''],
  ['\n\t', '\n\n\t\t'],
]
const COMMENTS = [' ', '/* c */', '// l\n', '/*\n*/', '// ,\r\n', '/* } */', '\n  // own line\n  ', '']

function printedJson({ before, lists, after, numbers }: Document, isLenient: boolean): string {
  const draw = drawing(numbers)
  const spaces = SPACES[(numbers[0] ?? 0) % SPACES.length] ?? []
  const space = (): string => draw(spaces) + (isLenient ? draw(COMMENTS) : '') + draw(spaces)
  const between = (open: string, parts: readonly string[], close: string): string => {
    const trailing = isLenient && parts.length > 0 ? draw(['', ',']) : ''
    return `${open}${space()}${parts.map((part) => part + space()).join(`,${space()}`)}${trailing}${space()}${close}`
  }
  const object = (members: readonly (readonly [string, Json])[]): string => {
    const parts = members.map(([key, value]) => `${JSON.stringify(key)}${space()}:${space()}${printed(value)}`)
    return between('{', parts, '}')
  }
  const printed = (value: Json): string => {
    if (typeof value !== 'object' || value === null) return JSON.stringify(value)
    return 'members' in value ? object(value.members) : between('[', value.map(printed), ']')
  }
  const servers = lists.map((members) => ['mcpServers', { members }] as const)
  return `${draw(['', '\ufeff', ''])}${space()}${object([...before, ...servers, ...after])}${space()}${draw(['', '\n'])}`
}

const TOML_BLOCKS = [
  'x{n} = 1',
  'y{n} = """\n[mcp_servers.variorum]\n"""',
  '# a comment',
  '  # an indented one',
  '',
  '  ',
  '[t{n}]',
  '[t{n}] # a comment\nkey = [\n  1, # one\n  2,\n]',
  '[mcp_servers.s{n}]\ncommand = "x" # other\n\n[mcp_servers.s{n}.env]\nKEY = \'v\'',
  '[mcp_servers."s {n}"]\nargs = ["a",\n"b"]\n# behind',
  '[[list{n}]]\na = {b = 1, c = {d = []}}',
  '\t[indented{n}]\n\ta.b.c = 1',
]
const TOML_HEADS = [
  '',
  '',
  'mcp_servers.z.command = "z"\n',
  'mcp_servers = {z = {}} # c\n',
  'mcp_servers = {}\n',
  '# h\n\n',
]

const toml = fc
  .record({
    head: fc.constantFrom(...TOML_HEADS),
    blocks: fc.array(fc.constantFrom(...TOML_BLOCKS), { maxLength: 8 }),
    lineEnd: fc.constantFrom('\n', '\r\n'),
    bom: fc.constantFrom('', '\ufeff'),
    end: fc.constantFrom('', '\n', '\n\n', '\n# end'),
  })
  .map(({ head, blocks, lineEnd, bom, end }) => {
    // A table between braces cannot be extended behind them.
    const fitting = head.includes('{') ? blocks.filter((each) => !each.startsWith('[mcp')) : blocks
    const body = fitting.map((each, n) => each.replaceAll('{n}', String(n))).join('\n')
    return bom + `${head}${body}${end}`.replaceAll('\n', lineEnd)
  })

/** What another program may do to a file meanwhile. */
function expectForeignEditsKept(text: string, format: ConfigFormat, read: Reading): void {
  const path = format.label === 'TOML' ? TOML_PATH : JSON_PATH
  const added = addEntry(text, format, path, ENTRY)
  const bom = text.startsWith('\ufeff') ? '\ufeff' : ''
  const { text: moved } = removeEntry(`${bom}\n\n${added.text.slice(bom.length)}`, format, path, added)
  expect(moved).toBe(`${bom}\n\n${text.slice(bom.length)}`)
  const other = { ...path, name: 'other' }
  const both = addEntry(added.text, format, other, { command: 'o' })
  const { text: onlyOther } = removeEntry(both.text, format, path, added)
  expect(read(onlyOther)).toEqual(read(addEntry(text, format, other, { command: 'o' }).text))
}

const [LINE_COMMENT, BLOCK_COMMENT, END] = [12, 13, 17]

/** The comments of a text, in order, but for those within a span. */
function commentsOf(text: string, [start = 0, end = 0]: readonly number[] = []): readonly string[] {
  const scanner = createScanner(text)
  const comments: string[] = []
  for (let kind: number = scanner.scan(); kind !== END; kind = scanner.scan()) {
    const at = scanner.getTokenOffset()
    if ((kind === LINE_COMMENT || kind === BLOCK_COMMENT) && (at < start || at >= end))
      comments.push(text.slice(at, at + scanner.getTokenLength()))
  }
  return comments
}

/** Where our entry is, name and all. */
function ownSpan(text: string): readonly number[] {
  const last = (node: Node | undefined, name: string): Node | undefined =>
    node?.children?.findLast(({ children: [key] = [] }) => key?.value === name)
  const root = parseTree(text.replace(/^\ufeff/, ' '), [], { allowTrailingComma: true })
  const own = last(last(root, 'mcpServers')?.children?.[1], 'variorum')
  return own === undefined ? [] : [own.offset, own.offset + own.length]
}

describe('generated', () => {
  const check = (text: string, format: ConfigFormat, read: Reading): void => {
    const now = expectThereAndBack(text, format, read)
    if (format === STRICT) JSON.parse(now.replace(/^\ufeff/, ''))
    expectRemovedFromSight(text, format, read)
    expectForeignEditsKept(text, format, read)
  }
  test('strict JSON', () => {
    fc.assert(
      fc.property(document, (shape) => check(printedJson(shape, false), STRICT, readJson)),
      RUNS,
    )
  })
  test('JSON with comments and trailing commas', () => {
    fc.assert(
      fc.property(document, (shape) => check(printedJson(shape, true), LENIENT, readJson)),
      RUNS,
    )
  })
  test('an entry at any place, between any comments', () => {
    const shape = fc.property(document, fc.nat(9), fc.boolean(), (shape, at, isLenient) => {
      const [servers = [], ...others] = shape.lists.toReversed()
      const index = at % (servers.length + 1)
      const own: [string, Json] = ['variorum', { members: [['command', 'x']] }]
      const lists = [...others, [...servers.slice(0, index), own, ...servers.slice(index)]]
      const text = printedJson({ ...shape, lists }, isLenient)
      const added = { insertion: { at: 0, text: '\u0000' }, listIsOurs: false }
      const { text: removed } = removeEntry(text, isLenient ? LENIENT : STRICT, JSON_PATH, added)
      const { variorum: _, ...rest } = readJson(text).mcpServers as Table
      expect(readJson(removed)).toEqual({ ...readJson(text), mcpServers: rest })
      expect(commentsOf(removed)).toEqual(commentsOf(text, ownSpan(text)))
    })
    fc.assert(shape, RUNS)
  })
  test('TOML', () => {
    fc.assert(
      fc.property(toml, (text) => check(text, TOML, readToml)),
      RUNS,
    )
  })
})
