import { expect, test } from 'vitest'
import { type ArrivingCall, ArrivingCalls, type CallPiece } from './arriving-calls.ts'

type Piece = readonly [index: number | null, id: string, name: string, text: string]

/** The calls that come of these pieces, each as its name, id and text. */
function callsOf(pieces: readonly Piece[]): readonly (readonly string[])[] {
  const calls = new ArrivingCalls()
  const all: ArrivingCall[] = []
  for (const [index, id, name, text] of pieces) {
    const begun = calls.take({ index, id, name, text } satisfies CallPiece)
    if (begun !== null) all.push(begun)
  }
  expect(calls.size).toBe(all.reduce((sum, { size }) => sum + size, 0))
  return all.map(({ name, id, text }) => [name, id, text])
}

const A = '{"command":"view","path":"/memories/a"}'
const B = '{"command":"view","path":"/memories/b"}'
const [a1, a2, b1, b2] = [A.slice(0, 12), A.slice(12), B.slice(0, 12), B.slice(12)]
const BOTH = [
  ['memory', 'a', A],
  ['memory', 'b', B],
]

test.each<readonly [string, readonly Piece[]]>([
  [
    'indexes',
    [
      [0, 'a', 'memory', ''],
      [0, '', '', a1],
      [0, '', '', a2],
      [1, 'b', 'memory', ''],
      [1, '', '', b1],
      [1, '', '', b2],
    ],
  ],
  [
    'mixed pieces',
    [
      [0, 'a', 'memory', ''],
      [1, 'b', 'memory', ''],
      [1, '', '', b1],
      [0, '', '', a1],
      [0, '', '', a2],
      [1, '', '', b2],
    ],
  ],
  [
    'one index',
    [
      [0, 'a', 'memory', ''],
      [0, '', '', a1],
      [0, '', '', a2],
      [0, 'b', 'memory', b1],
      [0, '', '', b2],
    ],
  ],
  [
    'no index',
    [
      [null, 'a', 'memory', a1],
      [null, '', '', a2],
      [null, 'b', 'memory', b1],
      [null, '', '', b2],
    ],
  ],
  [
    'ids alone',
    [
      [null, 'a', 'memory', a1],
      [null, 'b', 'memory', b1],
      [null, 'a', '', a2],
      [null, 'b', '', b2],
    ],
  ],
  [
    'an index that counts pieces',
    [
      [0, 'a', 'memory', ''],
      [1, '', '', a1],
      [2, '', '', a2],
      [3, 'b', 'memory', ''],
      [4, '', '', b1],
      [5, '', '', b2],
    ],
  ],
  [
    'a head under another index',
    [
      [0, 'a', 'memory', A],
      [0, 'b', 'memory', ''],
      [1, '', '', b1],
      [1, '', '', b2],
    ],
  ],
  [
    'a late name',
    [
      [0, 'a', '', ''],
      [0, '', 'memory', ''],
      [0, '', '', A],
      [1, 'b', '', ''],
      [1, '', 'memory', ''],
      [1, '', '', B],
    ],
  ],
  [
    'a name after some arguments',
    [
      [0, 'a', '', a1],
      [0, '', 'memory', ''],
      [0, '', '', a2],
      [1, 'b', 'memory', B],
    ],
  ],
  [
    'a late id',
    [
      [0, '', 'memory', ''],
      [0, 'a', '', ''],
      [0, '', '', A],
      [0, '', 'memory', ''],
      [0, 'b', '', ''],
      [0, '', '', B],
    ],
  ],
  [
    'another id after the head',
    [
      [0, 'a', 'memory', ''],
      [0, 'x', '', a1],
      [0, 'x', '', a2],
      [1, 'b', 'memory', ''],
      [1, 'y', '', B],
    ],
  ],
  [
    'id and name each time',
    [
      [0, 'a', 'memory', a1],
      [0, 'a', 'memory', a2],
      [0, 'a', 'memory', ''],
      [1, 'b', 'memory', b1],
      [1, 'b', 'memory', b2],
    ],
  ],
  [
    'all again, with id and name',
    [
      [0, 'a', 'memory', ''],
      [0, '', '', A],
      [0, 'a', 'memory', A],
      [1, 'b', 'memory', B],
      [1, 'b', 'memory', B],
    ],
  ],
  [
    'all again, without',
    [
      [0, 'a', 'memory', a1],
      [0, '', '', a2],
      [0, '', '', A],
      [1, 'b', 'memory', B],
      [1, '', '', B],
    ],
  ],
  [
    'all again, with other blanks',
    [
      [0, 'a', 'memory', A],
      [0, '', '', A.replaceAll(',', ', ')],
      [1, 'b', 'memory', B],
    ],
  ],
  [
    'the end again',
    [
      [0, 'a', 'memory', a1],
      [0, '', '', a2],
      [0, '', '', a2],
      [1, 'b', 'memory', B],
    ],
  ],
  [
    'more each time',
    [
      [0, 'a', 'memory', a1],
      [0, '', '', A],
      [1, 'b', 'memory', b1],
      [1, '', '', B],
      [1, '', '', B],
    ],
  ],
  [
    'an empty object first',
    [
      [0, 'a', 'memory', '{}'],
      [0, '', '', a1],
      [0, '', '', a2],
      [1, 'b', 'memory', '{}'],
      [1, '', '', B],
    ],
  ],
  [
    'nothing between',
    [
      [0, 'a', 'memory', A],
      [null, '', '', ''],
      [0, '', '', '\n'],
      [1, 'b', 'memory', B],
    ],
  ],
])('two calls are two calls: %s', (_, pieces) => {
  expect(callsOf(pieces).map(([name, id, text = '']) => [name, id, text.trim()])).toEqual(BOTH)
})

test.each<readonly [string, readonly Piece[], readonly (readonly string[])[]]>([
  [
    'one id for both',
    [
      [0, 'a', 'memory', A],
      [1, 'a', 'memory', B],
    ],
    [
      ['memory', 'a', A],
      ['memory', 'a', B],
    ],
  ],
  [
    'no ids',
    [
      [0, '', 'memory', A],
      [0, '', 'memory', B],
    ],
    [
      ['memory', '', A],
      ['memory', '', B],
    ],
  ],
  [
    'the same twice, by index',
    [
      [0, '', 'memory', A],
      [1, '', 'memory', A],
    ],
    [
      ['memory', '', A],
      ['memory', '', A],
    ],
  ],
  [
    'an object in an object',
    [
      [0, 'a', 'memory', '{"a":'],
      [0, '', '', '{"a":1}'],
      [0, '', '', '}'],
    ],
    [['memory', 'a', '{"a":{"a":1}}']],
  ],
  [
    'an empty object in a string',
    [
      [0, 'a', 'memory', '{"a":"'],
      [0, '', '', '{}'],
      [0, '', '', '"}'],
    ],
    [['memory', 'a', '{"a":"{}"}']],
  ],
  // The second is the first one told again; the id after it is not its own.
  [
    'all again without its id, before another',
    [
      [null, 'a', 'memory', A],
      [null, '', 'memory', a1],
      [null, '', '', A],
      [null, 'b', 'memory', ''],
      [null, '', '', B],
    ],
    [
      ['memory', 'a', A],
      ['memory', '', A],
      ['memory', 'b', B],
    ],
  ],
  // Refused later: nobody knows whose arguments they are.
  [
    'a lost head',
    [
      [0, 'a', 'memory', A],
      [1, '', '', b1],
      [1, '', '', b2],
    ],
    [
      ['memory', 'a', A],
      ['', '', B],
    ],
  ],
  [
    'a lost head among pieces of others',
    [
      [0, 'a', 'memory', ''],
      [0, '', '', a1],
      [1, '', '', b1],
      [0, '', '', a2],
      [1, '', '', b2],
    ],
    [
      ['memory', 'a', A],
      ['', '', B],
    ],
  ],
  [
    'two open calls, and a piece of neither',
    [
      [0, 'a', 'memory', ''],
      [1, 'b', 'memory', ''],
      [2, '', '', A],
    ],
    [
      ['memory', 'a', ''],
      ['memory', 'b', ''],
      ['', '', A],
    ],
  ],
  [
    'two open calls, and a piece that lost its index',
    [
      [0, 'a', 'memory', ''],
      [1, 'b', 'memory', ''],
      [null, '', '', A],
      [1, '', '', B],
    ],
    [
      ['memory', 'a', ''],
      ['memory', 'b', B],
      ['', '', A],
    ],
  ],
])('%s', (_, pieces, calls) => {
  expect(callsOf(pieces)).toEqual(calls)
})
