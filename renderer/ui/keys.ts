import { t } from '@lingui/core/macro'
import { useEffect, useLayoutEffect, useRef } from 'react'
import { useApp } from '../state/app-store.ts'
import { onDesktop, os } from '../wire.ts'

/**
 * Key combinations like "shift+mod+z"; "mod" is ⌘ on a Mac and Ctrl elsewhere. Returning `false` leaves the key alone.
 */
type Bindings = Readonly<Record<string, (event: KeyboardEvent) => unknown>>

const NAMES: Readonly<Record<string, string>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Escape: 'esc',
  ' ': 'space',
}

const PUNCTUATION: Readonly<Record<string, string>> = {
  BracketLeft: '[',
  BracketRight: ']',
  Comma: ',',
  Period: '.',
  Slash: '/',
}

/** Marks as well: they are vowels of Thai and Hindi. */
const isOfAnotherScript = (key: string): boolean =>
  /^[\p{L}\p{M}]+$/u.test(key) && !/[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]/u.test(key)

/** What a key is in a combination: on a keyboard of another script, what a Latin one has there; with mod, a digit behind Shift. */
function keyOf({ key, code, altKey }: Pick<KeyboardEvent, 'key' | 'code' | 'altKey'>, mod: boolean): string {
  const printed = key.toLowerCase()
  // AltGr arrives as Ctrl and Alt: what it types is meant as typed.
  if (altKey) return printed
  const [, kind, place] = /^(Key|Digit)(.)$/.exec(code) ?? []
  if (isOfAnotherScript(key)) return (place ?? PUNCTUATION[code])?.toLowerCase() ?? printed
  const hasDigit = mod && kind === 'Digit' && !/^[a-z,.[\]/\\]$/.test(printed)
  return hasDigit ? (place ?? printed) : printed
}

/** The combination of a key event. Shift counts for letters, not for symbols, which are taken as printed. */
export function combination(
  event: Pick<KeyboardEvent, 'key' | 'code' | 'metaKey' | 'ctrlKey' | 'shiftKey' | 'altKey'>,
  mac = os === 'mac',
): string {
  const mod = mac ? event.metaKey : event.ctrlKey
  const backslash = event.code === 'Backslash' && mod
  const key = backslash ? '\\' : (NAMES[event.key] ?? keyOf(event, mod))
  const isSymbol = !backslash && key.length === 1 && !/[a-z0-9]/.test(key)
  return [event.altKey && 'alt', event.shiftKey && !isSymbol && 'shift', mod && 'mod', key].filter(Boolean).join('+')
}

/** Where an event was, also in a shadow root such as the editor's. */
export const targetOf = (event: Event): EventTarget | null => event.composedPath()[0] ?? event.target

export function inField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || ['INPUT', 'TEXTAREA', 'SELECT'].includes(target.tagName))
  )
}

/**
 * Keeps the keys of an input method from every other listener: the Enter that ends a composition is no Enter to a field.
 * Safari ends the composition first and marks its key by a code only. An editable element reads such keys itself.
 */
export function keepFromComposing(): void {
  const onKeyOfMethod = (event: KeyboardEvent): void => {
    const target = targetOf(event)
    // oxlint-disable-next-line typescript/no-deprecated
    const isOfMethod = event.isComposing || event.keyCode === 229
    if (isOfMethod && (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement))
      event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', onKeyOfMethod, { capture: true })
}

/** The key that opens the menu of what has the focus. */
export const isMenuKey = ({ key, shiftKey }: Pick<KeyboardEvent, 'key' | 'shiftKey'>): boolean =>
  key === 'ContextMenu' || (key === 'F10' && shiftKey)

const isLetter = (keys: string): boolean => /^(shift\+)?[^+]$/.test(keys)

/**
 * Binds keys for the whole window. Single letters work only outside of fields and unless the user turned them off; text
 * fields keep their own undo.
 */
export function useKeys(bindings: Bindings, active = true, layer: 'window' | 'view' = 'view'): void {
  const latest = useRef(bindings)
  useLayoutEffect(() => {
    latest.current = bindings
  })
  useEffect(() => {
    if (!active) return
    if (activeLayers.length === 0) window.addEventListener('keydown', onKey)
    if (layer === 'window') activeLayers.unshift(latest)
    else activeLayers.push(latest)
    return () => {
      activeLayers.splice(activeLayers.indexOf(latest), 1)
      if (activeLayers.length === 0) window.removeEventListener('keydown', onKey)
    }
  }, [active, layer])
}

/** The layer added last comes first: Esc closes the line history before it closes the view. */
const activeLayers: { readonly current: Bindings }[] = []

const actionOf = (keys: string) => activeLayers.findLast(({ current }) => current[keys] !== undefined)?.current[keys]

/** Whether something is bound to this combination now. */
export const isBound = (keys: string): boolean => actionOf(keys) !== undefined

/** Does what the combination does, for a user who chose it by its name. */
export function press(keys: string): void {
  actionOf(keys)?.(new KeyboardEvent('keydown'))
}

/** Combinations that browsers keep for their own windows and tabs: a page does not hear them. */
const RESERVED: readonly string[] = ['mod+n', 'shift+mod+n', 'mod+t', 'mod+w']

/** Whether Enter presses what has the focus: a button or a link. */
export const isPressed = ({ target }: KeyboardEvent): boolean =>
  target instanceof HTMLElement && target.closest('button, a') !== null

/** Whether a combination can reach the page. Only those are printed. */
export const canPress = (keys: string, desktop = onDesktop): boolean => desktop || !RESERVED.includes(keys)

/** Whether a dialog or a menu is open: it has the keys and the focus. */
export const isLayerOpen = (): boolean => document.querySelector('dialog[open], [role=menu]') !== null

function onKey(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || isLayerOpen()) return
  const keys = combination(event)
  const action = actionOf(keys)
  if (action === undefined || !isAllowed(keys, targetOf(event))) return
  if (action(event) !== false) event.preventDefault()
}

function isAllowed(keys: string, target: EventTarget | null): boolean {
  const letters = useApp.getState().app?.settings.letterKeys ?? true
  if (isLetter(keys) && (!letters || inField(target))) return false
  const ownKey =
    /mod\+z$|mod\+(?:backspace|delete)$|^(shift\+)?(up|down|left|right|home|end|pageup|pagedown)$|^enter$/.test(keys)
  return !(ownKey && inField(target))
}

const MAC: Readonly<Record<string, string>> = { mod: '⌘', shift: '⇧', alt: '⌥', enter: '↵', backspace: '⌫' }
/** As the keyboards of the language print them. */
const other = (): Readonly<Record<string, string>> => ({
  mod: t({ message: 'Ctrl', context: 'a key' }),
  shift: t({ message: 'Shift', context: 'a key' }),
  alt: t({ message: 'Alt', context: 'a key' }),
  enter: '↵',
  backspace: t({ message: 'Del', context: 'a key' }),
})
const both = (): Readonly<Record<string, string>> => ({
  up: '↑',
  down: '↓',
  left: '←',
  right: '→',
  esc: t({ message: 'Esc', context: 'a key' }),
  f6: 'F6',
  f2: 'F2',
  f3: 'F3',
  tab: t({ message: 'Tab', context: 'a key' }),
  pagedown: t({ message: 'PgDn', context: 'a key' }),
  pageup: t({ message: 'PgUp', context: 'a key' }),
  home: t({ message: 'Home', context: 'a key' }),
  end: t({ message: 'End', context: 'a key' }),
})

const MODIFIERS = ['mod', 'alt', 'shift']

/** A combination as this system writes it: "⇧⌘Z" or "Ctrl Shift Z", in German "Strg Umschalt Z". */
export function printKeys(keys: string, mac = os === 'mac'): string {
  const names = { ...(mac ? MAC : other()), ...both() }
  const parts = keys.split('+')
  const ordered = mac ? parts : parts.toSorted((a, b) => rank(a) - rank(b))
  return ordered.map((part) => names[part] ?? part.toUpperCase()).join(mac ? '' : ' ')
}

const rank = (part: string): number => (MODIFIERS.includes(part) ? MODIFIERS.indexOf(part) : MODIFIERS.length)
