import { expect, test } from 'vitest'
import { placementFor } from './window-state.ts'

const MAIN = { x: 0, y: 25, width: 1440, height: 875 }
const RIGHT = { x: 1440, y: 0, width: 1920, height: 1080 }
const LEFT_AT = { x: 200, y: 100, width: 1000, height: 700, maximized: false, fullScreen: true }

test.each([
  ['nothing was kept', null, [MAIN], { bounds: { width: 1440, height: 875 }, maximized: false, fullScreen: false }],
  [
    'a screen that is still there',
    LEFT_AT,
    [MAIN],
    { bounds: { x: 200, y: 100, width: 1000, height: 700 }, maximized: false, fullScreen: true },
  ],
  [
    'the second screen',
    { ...LEFT_AT, x: 1600 },
    [MAIN, RIGHT],
    { bounds: { x: 1600, y: 100, width: 1000, height: 700 }, maximized: false, fullScreen: true },
  ],
  [
    'a screen that is gone',
    { ...LEFT_AT, x: 1600 },
    [MAIN],
    { bounds: { width: 1000, height: 700 }, maximized: false, fullScreen: true },
  ],
  [
    'a title bar above every screen',
    { ...LEFT_AT, y: -300 },
    [MAIN],
    { bounds: { width: 1000, height: 700 }, maximized: false, fullScreen: true },
  ],
  [
    'a sliver at the edge',
    { ...LEFT_AT, x: 1400 },
    [MAIN],
    { bounds: { width: 1000, height: 700 }, maximized: false, fullScreen: true },
  ],
  [
    'a smaller screen than before',
    { ...LEFT_AT, x: 0, width: 3000, height: 2000, maximized: true },
    [MAIN],
    { bounds: { x: 0, y: 100, width: 1440, height: 875 }, maximized: true, fullScreen: true },
  ],
  ['no screen at all', LEFT_AT, [], { bounds: { width: 1000, height: 700 }, maximized: false, fullScreen: true }],
] as const)('%s', (_, state, screens, placement) => {
  expect(placementFor(state, screens)).toEqual(placement)
})
