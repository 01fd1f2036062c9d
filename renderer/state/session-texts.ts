import { z } from 'zod'

const Texts = z.record(z.string(), z.string())

/** Texts by name that survive a reload of the page, but not the window. Unreadable ones are ignored. */
export function readSessionTexts(key: string): ReadonlyMap<string, string> {
  try {
    return new Map(Object.entries(Texts.parse(JSON.parse(sessionStorage.getItem(key) ?? '{}'))))
  } catch {
    return new Map()
  }
}

export function writeSessionTexts(key: string, texts: ReadonlyMap<string, string>): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(Object.fromEntries(texts)))
  } catch {
    // Too large to keep through a reload; the window still has it.
  }
}
