import { pathMatcher } from '../../shared/globs.ts'
import type { FileCaps, SizeCaps } from '../../shared/policy.ts'
import { counted, sized } from './words.ts'

/** What the store holds before the change. */
export interface StoreTotals {
  readonly bytes: number
  readonly files: number
  /** Bytes by which the store grew in the turn that the change belongs to. */
  readonly turnGrowth: number
}

/** One change in numbers; `null` = the file is not there. */
export interface SizeChange {
  readonly path: string
  readonly before: { readonly bytes: number; readonly lines: number } | null
  readonly after: { readonly bytes: number; readonly lines: number } | null
}

export type CapRule = 'file-bytes' | 'file-lines' | 'store-bytes' | 'store-files' | 'turn-growth'
export type CapVerdict =
  | { readonly kind: 'allow' }
  /** Written, with a word of warning: each is a sentence. */
  | { readonly kind: 'warn'; readonly warnings: readonly string[] }
  /** `reason` says what is full and what can be done about it. */
  | { readonly kind: 'refuse'; readonly rule: CapRule; readonly reason: string }

export interface CompiledCaps {
  readonly caps: SizeCaps
  readonly fileCaps: (path: string) => FileCaps
}

export function compileCaps(caps: SizeCaps): CompiledCaps {
  const rules = caps.rules.map((rule) => ({ fits: pathMatcher(rule.paths), rule }))
  return {
    caps,
    fileCaps: (path) => {
      const rule = rules.find(({ fits }) => fits(path))?.rule
      return {
        ...caps.file,
        bytes: rule?.bytes ?? caps.file.bytes,
        lines: rule?.lines === undefined ? caps.file.lines : rule.lines,
      }
    },
  }
}

/** Why a file as it stands is over a cap of its own; null when it is not. */
export function whyOver({ fileCaps }: CompiledCaps, path: string, bytes: number, text: string): string | null {
  const caps = fileCaps(path)
  if (bytes > caps.bytes) return `It has ${sized(bytes)}, and a file may have ${sized(caps.bytes)}.`
  if (caps.lines === null) return null
  const lines = countLines(new TextEncoder().encode(text))
  return lines > caps.lines ? `It has ${counted(lines)} lines, and it may have ${counted(caps.lines)}.` : null
}

interface Meter {
  readonly rule: CapRule
  readonly grows: boolean
  readonly value: number
  readonly cap: number | null
  readonly full: (value: number, cap: number) => string
  readonly near: (value: number, cap: number) => string
}

/**
 * May this change be made? Only growth is ever refused: a file over its cap may shrink, a full store may lose files,
 * and a change that makes nothing larger passes.
 */
export function judgeSize({ caps, fileCaps }: CompiledCaps, change: SizeChange, totals: StoreTotals): CapVerdict {
  if (change.after === null) return { kind: 'allow' }
  const warnings: string[] = []
  for (const { rule, grows, value, cap, full, near } of metersOf(
    change,
    change.after,
    totals,
    caps,
    fileCaps(change.path),
  )) {
    if (cap === null || !grows) continue
    if (value > cap) return { kind: 'refuse', rule, reason: full(value, cap) }
    if (value >= cap * caps.warnAt) warnings.push(near(value, cap))
  }
  return warnings.length === 0 ? { kind: 'allow' } : { kind: 'warn', warnings }
}

function metersOf(
  { path, before }: SizeChange,
  after: { readonly bytes: number; readonly lines: number },
  totals: StoreTotals,
  caps: SizeCaps,
  file: FileCaps,
): readonly Meter[] {
  const growth = after.bytes - (before?.bytes ?? 0)
  return [
    {
      rule: 'file-bytes',
      grows: growth > 0,
      value: after.bytes,
      cap: file.bytes,
      full: (value, cap) =>
        `Not written: ${path} would have ${sized(value)}, and a file may have ${sized(cap)}. Shorten it, or split it into several files, then try again.`,
      near: (value, cap) => `${path} has ${sized(value)} of ${sized(cap)}.`,
    },
    {
      rule: 'file-lines',
      grows: after.lines > (before?.lines ?? 0),
      value: after.lines,
      cap: file.lines,
      full: (value, cap) =>
        `Not written: ${path} would have ${counted(value)} lines, and it may have ${counted(cap)}. Shorten it, or split it into several files, then try again.`,
      near: (value, cap) => `${path} has ${counted(value)} of ${counted(cap)} lines.`,
    },
    {
      rule: 'store-files',
      grows: before === null,
      value: totals.files + 1,
      cap: caps.store.files,
      full: (_, cap) =>
        `The store is full: ${counted(totals.files)} of ${counted(cap)} files. Remove or merge some, then try again.`,
      near: (value, cap) => `The store has ${counted(value)} of ${counted(cap)} files.`,
    },
    {
      rule: 'store-bytes',
      grows: growth > 0,
      value: totals.bytes + growth,
      cap: caps.store.bytes,
      full: (_, cap) =>
        `The store is full: ${sized(totals.bytes)} of ${sized(cap)}. Remove or shorten some files, then try again.`,
      near: (value, cap) => `The store has ${sized(value)} of ${sized(cap)}.`,
    },
    {
      rule: 'turn-growth',
      grows: growth > 0,
      value: totals.turnGrowth + growth,
      cap: caps.turnBytes,
      full: (_, cap) =>
        `Not written: this turn has already added ${sized(Math.max(0, totals.turnGrowth))} of the ${sized(cap)} that one turn may add. Write less, or go on in the next turn.`,
      near: (value, cap) => `This turn has added ${sized(value)} of ${sized(cap)}.`,
    },
  ]
}

/** Lines of a text, the last one counted also without its end. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1
  return bytes.length > 0 && bytes.at(-1) !== 10 ? lines + 1 : lines
}
