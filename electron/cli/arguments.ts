import { InvalidArgumentError } from 'commander'
import type { z } from 'zod'
import { Budget } from '../../shared/budget.ts'
import { StorePath } from '../../shared/change.ts'
import { namedDay, timeNamed } from '../../shared/named-day.ts'
import { ClientName, CONVERSATION_ID } from '../../shared/origin.ts'
import { storePath } from '../store-path.ts'

// What the texts on a command line mean, or why they mean nothing.

export function budget(limit: keyof Budget): (text: string) => number {
  return (text) => {
    const amount = Budget.unwrap().shape[limit].safeParse(Number(text))
    if (!amount.success || amount.data === null)
      throw new InvalidArgumentError(limit === 'requests' ? 'Enter a whole number above 0.' : 'Enter a number above 0.')
    return amount.data
  }
}

export function whole(text: string): number {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0) throw new InvalidArgumentError('Enter a whole number.')
  return number
}

export function port(text: string): number {
  const number = whole(text)
  if (number > 65_535) throw new InvalidArgumentError('A port is at most 65535.')
  return number
}

/** An unset variable of a script names none, and must not mean the working directory. */
export function folder(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('Name a folder.')
  return text
}

/** A folder of the memory, also as agents write it: "work/", "/memories/work"; '' for all of it. */
export function memoryFolder(text: string): StorePath | '' {
  const named = storePath(text)
  const path = StorePath.safeParse(named)
  if (named !== '' && !path.success) throw new InvalidArgumentError('Name a folder of the memory, such as “work”.')
  return path.data ?? ''
}

export function hunks(text: string, earlier: readonly number[] = []): readonly number[] {
  return [...earlier, whole(text)]
}

export function clientName(text: string): string {
  const name = ClientName.safeParse(text)
  if (!name.success) throw new InvalidArgumentError('A name is one line of 1 to 100 characters.')
  return name.data
}

export function conversationId(text: string): string {
  if (!CONVERSATION_ID.test(text)) throw new InvalidArgumentError('An ID has 1 to 64 letters, digits, “_” or “-”.')
  return text
}

/** One of the names known. */
export function oneOf<Name extends string>(known: z.ZodType<Name> & { readonly options: readonly Name[] }) {
  return (text: string): Name => {
    const name = known.safeParse(text)
    if (!name.success) throw new InvalidArgumentError(`Choose one of: ${known.options.join(', ')}.`)
    return name.data
  }
}

/** Names separated by commas, each one of those known. */
export function someOf<Name extends string>(known: z.ZodType<Name> & { readonly options: readonly Name[] }) {
  return (text: string): readonly Name[] =>
    text.split(',').map((each) => {
      const name = known.safeParse(each.trim())
      if (!name.success) throw new InvalidArgumentError(`Choose from: ${known.options.join(', ')}.`)
      return name.data
    })
}

/** A day, which begins at midnight here, or a time. */
export function time(text: string): string {
  const date = namedDay(text) ?? timeNamed(text)
  if (date === null) throw new InvalidArgumentError('Enter a day like 2026-11-20 or “yesterday”, or a time.')
  return date.toISOString()
}

/** What the argument of a commit may be. */
export const POINT = 'a commit, a restore point, HEAD~3, a branch, a tag, or a day like “yesterday” or 2026-11-20'
