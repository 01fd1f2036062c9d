import type { KeyBinding } from '@codemirror/view'
import { expect, test, vi } from 'vitest'
import { MARKDOWN_KEYS } from '../memory/editor/markdown-keys.ts'
import { OWN_KEYS } from '../memory/editor/own-keys.ts'

vi.mock('../state/app-store.ts', () => ({ useApp: { getState: () => ({ app: null }) } }))
vi.mock('../wire.ts', () => ({ os: 'linux', onDesktop: false }))
const { shortcutGroups } = await import('../palette/shortcuts.ts')

/** "Alt-ArrowUp" as the list writes it: "alt+up". */
function listed(key: string, isShift: boolean): string {
  const parts = key.toLowerCase().replace('arrow', '').split('-')
  const order = ['alt', 'shift', 'mod']
  const held = [...parts.slice(0, -1), ...(isShift ? ['shift'] : [])]
  return [...order.filter((name) => held.includes(name)), parts.at(-1)].join('+')
}

/** Enter and Backspace only type. */
const isTyping = ({ key }: KeyBinding): boolean => key === 'Enter' || key === 'Backspace'

test('the list names every key of the editor, and no other', () => {
  const bound = [...OWN_KEYS, ...MARKDOWN_KEYS]
    .filter((binding) => !isTyping(binding))
    .flatMap(({ key = '', shift }) => [listed(key, false), ...(shift === undefined ? [] : [listed(key, true)])])
  const named = shortcutGroups()
    .find(({ name }) => name === 'Editor')
    ?.keys.map(([keys]) => keys)
  // The last three belong to the page around it.
  expect(named?.toSorted()).toEqual([...bound, 'mod+s', 'esc', 'mod+f'].toSorted())
})
