import { z } from 'zod'

const Texts = z.record(z.string(), z.string())

/**
 * Reads what was kept for a reload of the page; `null` if there is nothing, or nothing that can be read. It is lost when
 * the window closes, which asks first.
 */
export function readSession<T>(key: string, schema: z.ZodType<T>): T | null {
  try {
    return schema.parse(JSON.parse(sessionStorage.getItem(key) ?? 'null'))
  } catch {
    return null
  }
}

export function writeSession(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value))
  } catch {
    // Too large to keep through a reload; the window still has it.
  }
}

/** Texts by name; see `readSession`. */
export function readSessionTexts(key: string): ReadonlyMap<string, string> {
  return new Map(Object.entries(readSession(key, Texts) ?? {}))
}

export function writeSessionTexts(key: string, texts: ReadonlyMap<string, string>): void {
  writeSession(key, Object.fromEntries(texts))
}
