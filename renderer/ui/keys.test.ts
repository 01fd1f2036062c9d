import { describe, expect, it, vi } from 'vitest'

vi.mock('../state/app-store.ts', () => ({ useApp: { getState: () => ({ app: null }) } }))
vi.mock('../wire.ts', () => ({ os: 'linux', onDesktop: false }))
const { canPress, combination, printKeys } = await import('./keys.ts')

const press = (
  key: string,
  held: Partial<Record<'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey', boolean>> = {},
  code = '',
) => ({ key, code, metaKey: false, ctrlKey: false, shiftKey: false, altKey: false, ...held })

describe('combination', () => {
  it('uses ⌘ on a Mac and Ctrl elsewhere', () => {
    expect(combination(press('z', { ctrlKey: true }), false)).toBe('mod+z')
    expect(combination(press('z', { metaKey: true }), true)).toBe('mod+z')
    expect(combination(press('z', { ctrlKey: true }), true)).toBe('z')
  })

  it('takes symbols as printed and letters with Shift', () => {
    expect(combination(press('?', { shiftKey: true }), false)).toBe('?')
    expect(combination(press('Z', { ctrlKey: true, shiftKey: true }), false)).toBe('shift+mod+z')
    expect(combination(press('|', { ctrlKey: true, shiftKey: true }, 'Backslash'), false)).toBe('shift+mod+\\')
    expect(combination(press('ArrowUp', { shiftKey: true }), false)).toBe('shift+up')
  })

  it('takes from the place of the key what a keyboard has no Latin letter or unshifted digit for', () => {
    const ctrl = { ctrlKey: true }
    expect(combination(press('ы', ctrl, 'KeyS'), false)).toBe('mod+s')
    expect(combination(press('Я', { ...ctrl, shiftKey: true }, 'KeyZ'), false)).toBe('shift+mod+z')
    expect(combination(press('х', ctrl, 'BracketLeft'), false)).toBe('mod+[')
    expect(combination(press('ο', {}, 'KeyJ'), false)).toBe('j')
    expect(combination(press('\u0e49', ctrl, 'KeyH'), false)).toBe('mod+h')
    expect(combination(press('&', ctrl, 'Digit1'), false)).toBe('mod+1')
    expect(combination(press('é', ctrl, 'Digit2'), false)).toBe('mod+2')
    // Where Latin letters are elsewhere, and with AltGr, what is printed counts.
    expect(combination(press('a', ctrl, 'KeyQ'), false)).toBe('mod+a')
    expect(combination(press(',', ctrl, 'KeyM'), false)).toBe('mod+,')
    expect(combination(press('ü', ctrl, 'BracketLeft'), false)).toBe('mod+ü')
    expect(combination(press('€', { ...ctrl, altKey: true }, 'KeyE'), false)).toBe('alt+mod+€')
  })

  it('takes as printed what is a symbol where another Latin keyboard has a letter', () => {
    const ctrl = { ctrlKey: true }
    const dvorak = [press(';', ctrl, 'KeyZ'), press("'", ctrl, 'KeyQ'), press(',', ctrl, 'KeyW')]
    const bepo = [press('é', ctrl, 'KeyW'), press('à', ctrl, 'KeyZ'), press('"', ctrl, 'Digit1')]
    const colemak = [press(';', ctrl, 'KeyP'), press(':', { ...ctrl, shiftKey: true }, 'KeyP')]
    const both = (events: readonly ReturnType<typeof press>[]) => events.map((event) => combination(event, false))
    expect(both(dvorak)).toEqual(['mod+;', "mod+'", 'mod+,'])
    expect(both(bepo)).toEqual(['mod+é', 'mod+à', 'mod+1'])
    expect(both(colemak)).toEqual(['mod+;', 'mod+:'])
  })
})

describe('printKeys', () => {
  it('follows the conventions of the system', () => {
    expect(printKeys('shift+mod+z', true)).toBe('⇧⌘Z')
    expect(printKeys('shift+mod+z', false)).toBe('Ctrl Shift Z')
    expect(printKeys('mod+enter', true)).toBe('⌘↵')
  })
})

it('prints no combination that a browser keeps for itself', () => {
  const all = ['mod+n', 'shift+mod+n', 'mod+t', 'mod+w', 'mod+k', 'n']
  expect(all.filter((keys) => canPress(keys, false))).toEqual(['mod+k', 'n'])
  expect(all.filter((keys) => canPress(keys, true))).toEqual(all)
})
