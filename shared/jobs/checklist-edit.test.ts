import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editChecklist } from './checklist-edit.ts'
import { readChecklist } from './checklist.ts'
import type { Feature, FeatureEdit } from './features.ts'

const features = (text: string | null): readonly Feature[] => {
  const list = readChecklist(text)
  if ('problem' in list) throw new Error(list.problem)
  return list.features
}

const TWO = `{
  "goal": "Ship it",
  "features": [
    {"id": "F1", "what": "Sign in",  "check": "", "owner": {"name": "a, ]}"}, "state": "open"},
    {
      "id": "F02",
      "passes": true,
      "what": "S\\u0069gn out",
      "evidence": "ran it"
    }
  ],
  "more": [1, 2]
}
`

test('a tick sets state and evidence, and nothing else', () => {
  expect(editChecklist(TWO, { kind: 'tick', id: 'F1', evidence: 'work/"F1".md' })).toBe(
    TWO.replace('"state": "open"', '"state": "done", "evidence": "work/\\"F1\\".md"'),
  )
})

test('an untick takes the evidence away, in the form that the file has', () => {
  expect(editChecklist(TWO, { kind: 'untick', id: 'F02' })).toBe(
    TWO.replace('true', 'false').replace('"ran it"', 'null'),
  )
})

test('new words go where the old ones are', () => {
  const reword = { kind: 'reword', id: 'F02', what: 'Sign out', check: 'Look' } as const
  expect(editChecklist(TWO, reword)).toBe(TWO.replace('"ran it"', '"ran it",\n      "check": "Look"'))
  const named = '[{"title": "x", "steps": ["a", "b"]}]'
  expect(editChecklist(named, { kind: 'reword', id: 'F1', what: 'y', check: 'c' })).toBe(
    '[{"title": "y", "steps": "c"}]',
  )
})

test('an added feature looks like the last one, and is numbered after it', () => {
  const item = `{\n      "id": "F03",\n      "what": "x",\n      "check": "y",\n      "state": "open",\n      "evidence": null\n    }`
  expect(editChecklist(TWO, { kind: 'add', what: 'x', check: 'y' })).toBe(
    TWO.replace('"ran it"\n    }', `"ran it"\n    },\n    ${item}`),
  )
})

test.each([
  ['[]', '[{"id":"F1","what":"x","check":"","state":"open","evidence":null}]'],
  [
    '{\r\n\t"features": []\r\n}',
    '{\r\n\t"features": [\r\n\t\t{\r\n\t\t\t"id": "F1",\r\n\t\t\t"what": "x",\r\n\t\t\t"check": "",\r\n\t\t\t"state": "open",\r\n\t\t\t"evidence": null\r\n\t\t}\r\n\t]\r\n}',
  ],
  ['["a"]\n', '["a",{ "id": "F2", "what": "x", "check": "", "state": "open", "evidence": null }]\n'],
  ['[{"id":"s-9"}]', '[{"id":"s-9"},{"id":"s-10","what":"x","check":"","state":"open","evidence":null}]'],
])('a feature added to %j', (text, expected) => {
  expect(editChecklist(text, { kind: 'add', what: 'x', check: '' })).toBe(expected)
})

test('an item that is only words becomes a feature when it is ticked', () => {
  expect(editChecklist('["a", "b"]', { kind: 'tick', id: 'F2', evidence: 'e' })).toBe(
    '["a", { "what": "b", "state": "done", "evidence": "e" }]',
  )
})

test('features leave and move with what is around them in its place', () => {
  const list = '[\n  1,\n  2,\n  3\n]\n'.replaceAll(/\d/g, '{"id": "$&"}')
  expect(editChecklist(list, { kind: 'remove', id: '1' })).toBe(list.replace('{"id": "1"},\n  ', ''))
  expect(editChecklist(list, { kind: 'remove', id: '3' })).toBe(list.replace(',\n  {"id": "3"}', ''))
  expect(editChecklist('[ "a" ]', { kind: 'remove', id: 'F1' })).toBe('[]')
  expect(editChecklist(list, { kind: 'move', id: '3', to: 0 })).toBe(
    '[\n  3,\n  1,\n  2\n]\n'.replaceAll(/\d/g, '{"id": "$&"}'),
  )
})

test('a text that says it already stays as it is spelled', () => {
  const done = '[{"what": "a", "state": "done", "evidence": "\\u0065"}]'
  expect(editChecklist(done, { kind: 'tick', id: 'F1', evidence: 'e' })).toBe(done)
  expect(editChecklist('[{"what": "a", "state": "done"}]', { kind: 'untick', id: 'F1' })).toBe(
    '[{"what": "a", "state": "open"}]',
  )
})

test('of two members with one name the last counts, as in reading', () => {
  const twice = '{"features": ["a"], "features": [{"id": "b", "state": "done", "state": "open"}]}'
  expect(editChecklist(twice, { kind: 'tick', id: 'b', evidence: 'e' })).toBe(
    twice.replace('"state": "open"', '"state": "done", "evidence": "e"'),
  )
})

test('there is nothing to edit in a list that cannot be read, or without the feature', () => {
  expect(editChecklist('{"features": ', { kind: 'untick', id: 'F1' })).toBeNull()
  expect(editChecklist('[]', { kind: 'untick', id: 'F1' })).toBeNull()
})

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).filter((text) => text.trim() === text)
const item = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record(
      {
        id: fc.oneof(fc.constantFrom('F1', 'F2', 'F3', 'a'), words, fc.nat(9)),
        what: words,
        check: fc.oneof(words, fc.array(words, { maxLength: 2 })),
        state: fc.constantFrom('open', 'doing', 'done', 'in_progress', 'odd'),
        passes: fc.boolean(),
        evidence: fc.option(words),
        more: fc.jsonValue({ maxDepth: 2 }),
      },
      { requiredKeys: [] },
    ),
  },
  { weight: 1, arbitrary: words },
)
const document = fc
  .record({
    items: fc.array(item, { maxLength: 6 }),
    isBare: fc.boolean(),
    indent: fc.constantFrom('', '  ', '\t'),
    eol: fc.constantFrom('\n', '\r\n'),
    end: fc.constantFrom('', '\n'),
  })
  .map(({ items, isBare, indent, eol, end }) => {
    const value = isBare ? items : { goal: 'g', features: items, more: { features: [] } }
    return JSON.stringify(value, null, indent).replaceAll('\n', eol) + end
  })
interface Some {
  readonly kind: FeatureEdit['kind']
  readonly at: number
  readonly to: number
  readonly what: string
  readonly check: string
}
const edit = fc.record<Some>({
  kind: fc.constantFrom('tick', 'untick', 'reword', 'move', 'add', 'remove'),
  at: fc.nat(6),
  to: fc.nat(7),
  what: words,
  check: words,
})

function editFor(list: readonly Feature[], { kind, at, to, what, check }: Some): FeatureEdit {
  const id = list[at]?.id ?? 'nobody'
  if (kind === 'tick') return { kind, id, evidence: what }
  if (kind === 'reword') return { kind, id, what, check }
  if (kind === 'move') return { kind, id, to }
  return kind === 'add' ? { kind, what, check } : { kind, id }
}

const withoutId = ({ what, check, state, evidence }: Feature): Omit<Feature, 'id'> => ({ what, check, state, evidence })

/** What the user sees, without the file. */
function expected(list: readonly Feature[], edit: FeatureEdit): readonly Omit<Feature, 'id'>[] {
  const shown = list.map(withoutId)
  if (edit.kind === 'add') return [...shown, { what: edit.what, check: edit.check, state: 'open', evidence: null }]
  const index = list.findIndex(({ id }) => id === edit.id)
  const old = shown[index]
  if (old === undefined) return shown
  if (edit.kind === 'remove') return shown.toSpliced(index, 1)
  if (edit.kind === 'move') return shown.toSpliced(index, 1).toSpliced(edit.to, 0, old)
  if (edit.kind === 'reword') return shown.with(index, { ...old, what: edit.what, check: edit.check })
  const done = edit.kind === 'tick'
  return shown.with(index, { ...old, state: done ? 'done' : 'open', evidence: done ? edit.evidence : null })
}

describe('any edit of any list', () => {
  test('shows what the user did, gives no id twice, and again changes nothing', () => {
    fc.assert(
      fc.property(document, fc.array(edit, { minLength: 1, maxLength: 4 }), (document, edits) => {
        let text = document
        for (const some of edits) {
          const before = features(text)
          const edit = editFor(before, some)
          const next = editChecklist(text, edit)
          if (next === null) {
            expect(edit.kind !== 'add' && before.some(({ id }) => id === edit.id)).toBe(false)
            continue
          }
          const after = features(next)
          expect(after.map(withoutId)).toEqual(expected(before, edit))
          expect(new Set(after.map(({ id }) => id)).size).toBe(after.length)
          if (['tick', 'untick', 'reword'].includes(edit.kind)) expect(editChecklist(next, edit)).toBe(next)
          text = next
        }
      }),
      { numRuns: 400 },
    )
  })

  test('keeps all other fields and items to the byte', () => {
    fc.assert(
      fc.property(document, edit, (text, some) => {
        const list = features(text)
        const edit = editFor(list, some)
        const next = editChecklist(text, edit)
        if (next === null || edit.kind === 'add') return
        const index = list.findIndex(({ id }) => id === edit.id)
        expect(
          othersOf(
            next,
            edit.kind === 'remove' ? -1 : Math.min(edit.kind === 'move' ? edit.to : index, list.length - 1),
          ),
        ).toEqual(othersOf(text, index))
        if (edit.kind === 'move' && list.every(({ id }) => text.includes(JSON.stringify(id))))
          expect(editChecklist(next, { ...edit, to: index })).toBe(text)
      }),
      { numRuns: 400 },
    )
  })
})

/** The items but one, and the rest of the file. */
function othersOf(text: string, index: number): unknown {
  const value = JSON.parse(text) as unknown[] | { features: unknown[] }
  const items = Array.isArray(value) ? value : value.features
  const rest = Array.isArray(value) ? null : { ...value, features: null }
  return { rest, items: items.filter((_, at) => at !== index), end: /\s*$/.exec(text)?.[0] }
}
