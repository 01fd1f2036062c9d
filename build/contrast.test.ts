import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

// The browser test looks at every state in the dark theme only: that text can be read in both follows from the tokens.

const tokens = readFileSync(new URL('../renderer/styles/tokens.css', import.meta.url), 'utf8')

type Colour = readonly [red: number, green: number, blue: number, alpha: number]

const THEMES = ['light', 'dark'] as const
type Theme = (typeof THEMES)[number]

function colourOf(hex: string): Colour {
  const part = (at: number): number => Number.parseInt(hex.slice(at, at + 2) || 'ff', 16) / 255
  return [part(1), part(3), part(5), part(7)]
}

/** A token in a theme. Of those given twice, the first is the usual one. */
function token(name: string, theme: Theme): Colour {
  const [, light, dark, both] =
    new RegExp(`--${name}: (?:light-dark\\((#\\w+), (#\\w+)\\)|(#\\w+));`).exec(tokens) ?? []
  const hex = both ?? (theme === 'light' ? light : dark)
  if (hex === undefined) throw new Error(`There is no colour --${name}.`)
  return colourOf(hex)
}

function painted([red, green, blue, alpha]: Colour, under: Colour): Colour {
  const mix = (above: number, below: number): number => above * alpha + below * (1 - alpha)
  return [mix(red, under[0]), mix(green, under[1]), mix(blue, under[2]), 1]
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminance([red, green, blue]: Colour): number {
  const linear = (value: number): number => (value <= 0.040_45 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4)
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function contrast(one: Colour, other: Colour): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** @param ground a background, and what is filled over it */
const readable = (ink: string, ...ground: readonly [string, ...string[]]): readonly string[] =>
  THEMES.flatMap((theme) => {
    const [bottom, ...fills] = ground
    const surface = fills.reduce((under, fill) => painted(token(fill, theme), under), token(bottom, theme))
    const ratio = contrast(token(ink, theme), surface)
    return ratio >= 4.5 ? [] : [`${ink} on ${ground.join(' + ')} in the ${theme} theme: ${ratio.toFixed(2)}`]
  })

const INKS = [
  'ink-1',
  'ink-2',
  'ink-3',
  'accent',
  'agent',
  'user',
  'outside',
  'policy',
  'wait',
  'danger',
  'good',
  'del-ink',
  'ins-ink',
]
const SURFACES = ['bg-frame', 'bg-page', 'bg-margin', 'bg-raised', 'bg-sunken', 'bg-overlay', 'bg-past'] as const

describe('text has a contrast of 4.5:1 in both themes', () => {
  test.each(SURFACES)('in every ink on %s, also under the pointer', (surface) => {
    expect(INKS.flatMap((ink) => [...readable(ink, surface), ...readable(ink, surface, 'fill-hover')])).toEqual([])
  })

  test('where it is chosen', () => {
    const lists = ['bg-frame', 'bg-page', 'bg-margin', 'bg-raised'] as const
    expect(lists.flatMap((list) => INKS.flatMap((ink) => readable(ink, list, 'fill-select')))).toEqual([])
  })

  test('on a ground of its own', () => {
    const own = ['agent', 'user', 'outside', 'policy', 'wait', 'danger'].flatMap((name) => [
      ...readable(name, `${name}-bg`),
      ...readable('ink-1', `${name}-bg`),
      ...readable('ink-2', `${name}-bg`),
    ])
    expect(own).toEqual([])
  })

  test('in a diff', () => {
    const changed = ['del', 'ins'].flatMap((kind) => [
      ...readable(`${kind}-ink`, `${kind}-line`),
      ...readable(`${kind}-ink`, `${kind}-word`),
      ...readable('ink-1', `${kind}-line`),
      ...readable('ink-3', `${kind}-line`),
    ])
    expect(changed).toEqual([])
  })

  test('where it is turned around', () => {
    const filled = ['ink-1', 'agent', 'accent', 'danger'].flatMap((ground) => readable('ink-inv', ground))
    expect([...filled, ...readable('on-danger', 'danger-fill'), ...readable('ink-1', 'bg-knob')]).toEqual([])
  })
})

test('the measure is that of WCAG', () => {
  expect(contrast(colourOf('#000000'), colourOf('#ffffff'))).toBe(21)
  // https://webaim.org/articles/contrast/ has this pair as one that just passes.
  expect(contrast(colourOf('#767676'), colourOf('#ffffff'))).toBeCloseTo(4.54, 2)
})
