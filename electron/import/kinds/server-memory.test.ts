import { expect, test } from 'vitest'
import { foundInFile, foundInZip, leftOutOf, textsOf } from '../testing/read-source.ts'

const ENTITIES = [
  { name: 'Ana', entityType: 'person', observations: ['Is a pilot', 'Has cats:\nTom and Ada', { text: 'odd' }] },
  { name: 'Acme', entityType: 'Company', observations: [] },
  { name: 'Ana', entityType: 'person', observations: ['Is another Ana'] },
  { name: 'Rain', entityType: '', observations: ['Is wet'] },
]
const RELATIONS = [
  { from: 'Ana', to: 'Acme', relationType: 'works at' },
  { from: 'Gone', to: 'Ana', relationType: 'knew' },
]
const EXPECTED = {
  'person.md':
    '# person\n\n## Ana\n\n- Is a pilot\n- Has cats:\n  Tom and Ada\n- {"text":"odd"}\n- works at → Acme\n\n## Ana\n\n- Is another Ana\n',
  'company.md': '# Company\n\n## Acme\n',
  'entities.md': '# Entities\n\n## Rain\n\n- Is wet\n',
  'relations.md': '# Relations\n\n- Gone → knew → Ana\n',
}
const lines = [
  ...ENTITIES.map((each) => ({ type: 'entity', ...each })),
  ...RELATIONS.map((each) => ({ type: 'relation', ...each })),
]

test('the file of the server, a line for each: one file for each type of entity', async () => {
  const [first, ...others] = lines.map((line) => JSON.stringify(line))
  const found = await foundInFile(
    'memory.jsonl',
    ['not json', first, '', '{"type":"entity"}', ...others, ''].join('\n'),
  )
  expect(found).toMatchObject({ kind: 'server-memory', found: 8 })
  expect(textsOf(found)).toEqual(EXPECTED)
  expect(found.leftOut).toMatchObject([
    { what: 'memory.jsonl, 1', why: { id: 'import-not-json' } },
    { what: 'memory.jsonl, 4', why: { id: 'import-odd-item' } },
  ])
})

test.each([
  ['an object with two lists', { entities: ENTITIES, relations: RELATIONS }],
  ['lines in a file that is called JSON', lines.map((line) => JSON.stringify(line)).join('\n')],
])('the graph as %s is the same', async (_, data) => {
  expect(textsOf(await foundInFile('memory.json', data))).toEqual(EXPECTED)
})

test('what else is in the folder is left out', async () => {
  const found = await foundInZip({
    'memory.json': { entities: ENTITIES },
    'package.json': { name: 'x' },
    'a.png': new Uint8Array(3),
  })
  expect(leftOutOf(found)).toEqual({ 'import-no-memory': 2 })
})
