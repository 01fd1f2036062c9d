import { pathMatcher } from '../../shared/globs.ts'
import type { FileLimits, SizeLimits } from '../../shared/policy.ts'
import { counted, sized } from './quantities.ts'

/** What the store contains before the change. */
export interface StoreTotals {
  readonly bytes: number
  readonly files: number
  /** Bytes by which the store grew in the turn that the change belongs to. */
  readonly turnGrowth: number
}

export interface FileSize {
  readonly bytes: number
  readonly lines: number
}

/** One change in numbers; `null` = the file does not exist. */
export interface SizeChange {
  readonly path: string
  readonly before: FileSize | null
  readonly after: FileSize | null
}

export type LimitRule = 'file-bytes' | 'file-lines' | 'store-bytes' | 'store-files' | 'turn-growth'
export type LimitVerdict =
  | { readonly kind: 'allow' }
  /** Written with warnings; each is a sentence. */
  | { readonly kind: 'warn'; readonly warnings: readonly string[] }
  /** `reason` says what is full and what to do about it. */
  | { readonly kind: 'refuse'; readonly rule: LimitRule; readonly reason: string }

export interface CompiledLimits {
  readonly limits: SizeLimits
  readonly fileLimits: (path: string) => FileLimits
}

export function compileLimits(limits: SizeLimits): CompiledLimits {
  const rules = limits.rules.map((rule) => ({ fits: pathMatcher(rule.paths), rule }))
  return {
    limits,
    fileLimits: (path) => {
      const rule = rules.find(({ fits }) => fits(path))?.rule
      return {
        ...limits.file,
        bytes: rule?.bytes ?? limits.file.bytes,
        lines: rule?.lines === undefined ? limits.file.lines : rule.lines,
      }
    },
  }
}

/** Why a file as it is now exceeds one of its limits; `null` when it does not. */
export function whyOver({ fileLimits }: CompiledLimits, path: string, bytes: number, text: string): string | null {
  const limits = fileLimits(path)
  if (bytes > limits.bytes) return `${sized(bytes)}; the limit is ${sized(limits.bytes)}.`
  if (limits.lines === null) return null
  const lines = countLines(new TextEncoder().encode(text))
  return lines > limits.lines ? `${counted(lines)} lines; the limit is ${counted(limits.lines)}.` : null
}

interface Meter {
  readonly rule: LimitRule
  readonly grows: boolean
  readonly value: number
  readonly limit: number | null
  readonly full: (value: number, limit: number) => string
  readonly near: (value: number, limit: number) => string
}

/**
 * Whether this change may be made. Only growth is ever refused: a file over its limit may shrink, a full store may lose
 * files, and a change that makes nothing larger passes.
 */
export function judgeSize(compiled: CompiledLimits, change: SizeChange, totals: StoreTotals): LimitVerdict {
  if (change.after === null) return { kind: 'allow' }
  const warnings: string[] = []
  const meters = [...fileMeters(compiled, change, change.after), ...storeMeters(compiled, change, change.after, totals)]
  for (const { rule, grows, value, limit, full, near } of meters) {
    if (limit === null || !grows) continue
    if (value > limit) return { kind: 'refuse', rule, reason: full(value, limit) }
    if (value >= limit * compiled.limits.warnAt) warnings.push(near(value, limit))
  }
  return warnings.length === 0 ? { kind: 'allow' } : { kind: 'warn', warnings }
}

function fileMeters({ fileLimits }: CompiledLimits, { path, before }: SizeChange, after: FileSize): readonly Meter[] {
  const file = fileLimits(path)
  return [
    {
      rule: 'file-bytes',
      grows: after.bytes > (before?.bytes ?? 0),
      value: after.bytes,
      limit: file.bytes,
      full: (value, limit) =>
        `Not written: ${path} would have ${sized(value)}; the limit is ${sized(limit)}. Shorten it, or split it into several files, then try again.`,
      near: (value, limit) => `${path} has ${sized(value)} of ${sized(limit)}.`,
    },
    {
      rule: 'file-lines',
      grows: after.lines > (before?.lines ?? 0),
      value: after.lines,
      limit: file.lines,
      full: (value, limit) =>
        `Not written: ${path} would have ${counted(value)} lines; the limit is ${counted(limit)}. Shorten it, or split it into several files, then try again.`,
      near: (value, limit) => `${path} has ${counted(value)} of ${counted(limit)} lines.`,
    },
  ]
}

function storeMeters(
  { limits }: CompiledLimits,
  { before }: SizeChange,
  after: FileSize,
  totals: StoreTotals,
): readonly Meter[] {
  const growth = after.bytes - (before?.bytes ?? 0)
  return [
    {
      rule: 'store-files',
      grows: before === null,
      value: totals.files + 1,
      limit: limits.store.files,
      full: (_, limit) =>
        `The store is full: ${counted(totals.files)} of ${counted(limit)} files. Remove or merge some, then try again.`,
      near: (value, limit) => `The store has ${counted(value)} of ${counted(limit)} files.`,
    },
    {
      rule: 'store-bytes',
      grows: growth > 0,
      value: totals.bytes + growth,
      limit: limits.store.bytes,
      full: (_, limit) =>
        `The store is full: ${sized(totals.bytes)} of ${sized(limit)}. Remove or shorten some files, then try again.`,
      near: (value, limit) => `The store has ${sized(value)} of ${sized(limit)}.`,
    },
    {
      rule: 'turn-growth',
      grows: growth > 0,
      value: totals.turnGrowth + growth,
      limit: limits.turnBytes,
      full: (_, limit) =>
        `Not written: this turn has already added ${sized(Math.max(0, totals.turnGrowth))} of the ${sized(limit)} that one turn may add. Write less, or continue in the next turn.`,
      near: (value, limit) => `This turn has added ${sized(value)} of ${sized(limit)}.`,
    },
  ]
}

/** Lines of a text; a last one without a line break counts too. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1
  return bytes.length > 0 && bytes.at(-1) !== 10 ? lines + 1 : lines
}
