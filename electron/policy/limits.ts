import { fileLimitsBy } from '../../shared/file-limits.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import type { FileLimits, SizeLimits } from '../../shared/policy.ts'

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

/** A version in numbers. */
export interface SizeChange {
  readonly path: string
  /** Where the file was, if it moves to `path`. */
  readonly from?: string | undefined
  /** `null` for a new file. */
  readonly before: FileSize | null
  readonly after: FileSize
}

export type LimitRule = 'file-bytes' | 'file-lines' | 'store-bytes' | 'store-files' | 'turn-growth'
export type LimitVerdict =
  | { readonly kind: 'allow' }
  /** Written with warnings; each is a sentence. */
  | { readonly kind: 'warn'; readonly warnings: readonly Message[] }
  /** `reason` says what is full and what to do about it. */
  | { readonly kind: 'refuse'; readonly rule: LimitRule; readonly reason: Message }

export interface CompiledLimits {
  readonly limits: SizeLimits
  readonly fileLimits: (path: string) => FileLimits
}

export function compileLimits(limits: SizeLimits): CompiledLimits {
  return { limits, fileLimits: fileLimitsBy(limits) }
}

/** Why a file as it is now exceeds one of its limits; `null` when it does not. */
export function whyOver({ fileLimits }: CompiledLimits, path: string, bytes: number, text: string): Message | null {
  const limits = fileLimits(path)
  if (bytes > limits.bytes) return say('file-size-over', { size: { bytes }, limit: { bytes: limits.bytes } })
  if (limits.lines === null) return null
  const lines = countLines(new TextEncoder().encode(text))
  return lines > limits.lines ? say('file-lines-over', { lines, limit: limits.lines }) : null
}

interface Meter {
  readonly rule: LimitRule
  readonly grows: boolean
  readonly value: number
  readonly limit: number | null
  readonly full: (value: number, limit: number) => Message
  readonly near: (value: number, limit: number) => Message
}

/**
 * Whether this change may be made. Only growth is ever refused: a file over its limit may shrink, a full store may lose
 * files, and a change that makes nothing larger passes. To move a file to where less is allowed counts as growth.
 */
export function judgeSize(compiled: CompiledLimits, change: SizeChange, totals: StoreTotals): LimitVerdict {
  const warnings: Message[] = []
  const meters = [...fileMeters(compiled, change), ...storeMeters(compiled, change, totals)]
  for (const { rule, grows, value, limit, full, near } of meters) {
    if (limit === null || !grows) continue
    if (value > limit) return { kind: 'refuse', rule, reason: full(value, limit) }
    if (value >= limit * compiled.limits.warnAt) warnings.push(near(value, limit))
  }
  return warnings.length === 0 ? { kind: 'allow' } : { kind: 'warn', warnings }
}

function fileMeters({ fileLimits }: CompiledLimits, { path, from, before, after }: SizeChange): readonly Meter[] {
  const file = fileLimits(path)
  const there = from === undefined ? null : fileLimits(from)
  const meters: Meter[] = [
    {
      rule: 'file-bytes',
      grows: there === null ? after.bytes > (before?.bytes ?? 0) : file.bytes < there.bytes,
      value: after.bytes,
      limit: file.bytes,
      full: (value, limit) => say('file-would-be-too-large', { path, size: { bytes: value }, limit: { bytes: limit } }),
      near: (value, limit) => say('file-size-near', { path, size: { bytes: value }, limit: { bytes: limit } }),
    },
  ]
  // Lines are counted only where they are limited.
  if (file.lines !== null) {
    const { lines } = after
    meters.push({
      rule: 'file-lines',
      grows: there === null ? lines > (before?.lines ?? 0) : file.lines < (there.lines ?? Number.POSITIVE_INFINITY),
      value: lines,
      limit: file.lines,
      full: (value, limit) => say('file-would-be-too-long', { path, lines: value, limit }),
      near: (value, limit) => say('file-lines-near', { path, lines: value, limit }),
    })
  }
  return meters
}

function storeMeters({ limits }: CompiledLimits, { before, after }: SizeChange, totals: StoreTotals): readonly Meter[] {
  const growth = after.bytes - (before?.bytes ?? 0)
  return [
    {
      rule: 'store-files',
      grows: before === null,
      value: totals.files + 1,
      limit: limits.store.files,
      full: (_, limit) => say('store-full-of-files', { files: totals.files, limit }),
      near: (value, limit) => say('store-files-near', { files: value, limit }),
    },
    {
      rule: 'store-bytes',
      grows: growth > 0,
      value: totals.bytes + growth,
      limit: limits.store.bytes,
      full: (_, limit) => say('store-full', { size: { bytes: totals.bytes }, limit: { bytes: limit } }),
      near: (value, limit) => say('store-size-near', { size: { bytes: value }, limit: { bytes: limit } }),
    },
    {
      rule: 'turn-growth',
      grows: growth > 0,
      value: totals.turnGrowth + growth,
      limit: limits.turnBytes,
      full: (_, limit) =>
        say('turn-wrote-too-much', { size: { bytes: Math.max(0, totals.turnGrowth) }, limit: { bytes: limit } }),
      near: (value, limit) => say('turn-size-near', { size: { bytes: value }, limit: { bytes: limit } }),
    },
  ]
}

/** Lines of a text; a last one without a line break counts too. */
export function countLines(bytes: Uint8Array): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) lines += 1
  return bytes.length > 0 && bytes.at(-1) !== 10 ? lines + 1 : lines
}
