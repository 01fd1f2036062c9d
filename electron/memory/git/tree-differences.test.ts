import { Buffer } from 'node:buffer'
import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { DIRECTORY, encodeTree, inGitOrder, MalformedObject, type TreeEntry } from './objects.ts'
import { differingEntries } from './tree-differences.ts'

const Entry: fc.Arbitrary<TreeEntry> = fc.record({
  name: fc.oneof(
    fc.constantFrom('a', 'a.b', 'a-b', 'b', 'note-00001.md', 'note-00002.md'),
    fc.stringMatching(/^[a-c.é]{1,5}x$/),
  ),
  mode: fc.constantFrom('100644', '100755', '120000', DIRECTORY),
  // Ids that look like other entries: names end with a NUL, and ids may hold any byte.
  id: fc.constantFrom('00'.repeat(20), '11'.repeat(20), `${'00'.repeat(19)}31`, '313030363434206100'.padEnd(40, '0')),
})
const Directory = fc
  .uniqueArray(Entry, { selector: ({ name }) => name, maxLength: 40 })
  .map((entries) => entries.toSorted(inGitOrder))

/** A directory, and the same with some entries changed. */
const Versions = Directory.chain((before) =>
  fc.tuple(
    fc.constant(before),
    fc.tuple(fc.subarray([...before]), Directory).map(([kept, added]) => {
      const names = new Set(kept.map(({ name }) => name))
      return [...kept, ...added.filter(({ name }) => !names.has(name))].toSorted(inGitOrder)
    }),
  ),
)

const keyOf = ({ name, mode }: TreeEntry): string => `${mode === DIRECTORY ? 'folder' : 'file'} ${name}`

test('the entries that differ are those that a comparison of all finds', () => {
  fc.assert(
    fc.property(Versions, ([before, after]) => {
      const [a, b] = [before, after].map((entries) => new Map(entries.map((entry) => [keyOf(entry), entry])))
      const wanted = [...new Set([...(a?.keys() ?? []), ...(b?.keys() ?? [])])].flatMap((key) => {
        const pair = [a?.get(key) ?? null, b?.get(key) ?? null] as const
        return pair[0]?.id === pair[1]?.id && pair[0]?.mode === pair[1]?.mode ? [] : [pair]
      })
      const found = differingEntries(encodeTree(before), encodeTree(after))
      expect(new Set(found.map((pair) => JSON.stringify(pair)))).toEqual(
        new Set(wanted.map((pair) => JSON.stringify(pair))),
      )
      expect(found).toHaveLength(wanted.length)
    }),
  )
})

test('a directory that is cut off is malformed, wherever the cut is', () => {
  const whole = encodeTree([
    { name: 'a', mode: '100644', id: '11'.repeat(20) },
    { name: 'b', mode: '100644', id: '22'.repeat(20) },
  ])
  const other = encodeTree([{ name: 'c', mode: '100644', id: '33'.repeat(20) }])
  for (let length = 1; length < whole.length; length += 1)
    if (length !== whole.length / 2)
      expect(() => differingEntries(whole.subarray(0, length), Buffer.from(other))).toThrow(MalformedObject)
})
