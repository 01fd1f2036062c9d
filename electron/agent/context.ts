import type { Ulid } from '../../shared/change.ts'
import type { Saving } from '../../shared/saving.ts'
import type { ContextEditing } from '../../shared/settings.ts'
import { contextAfter } from '../../shared/usage.ts'
import type { Line, LineOf } from './conversation/lines.ts'
import { CLEARED } from './conversation/messages.ts'
import { mayWrite } from './conversation/replay.ts'
import { sentLines } from './conversation/sent-lines.ts'
import { estimateTokens } from './estimate-tokens.ts'
import type { Note } from './notes.ts'
import type { Tuning } from './provider.ts'

// How full the context is, and what to do about it: old views of the memory are left out, since the files can be viewed
// again; what was written never is. Before that, and before a service sums up, the agent gets one round to save. Pure.

/** The share of the limit at which the agent is asked to save. */
const SAVE_AT = 0.85

/** What to do before the next request. */
export interface ContextStep {
  readonly note: Note | null
  /** Calls whose results are left out from now on, and about how many tokens that saves. */
  readonly clear: { readonly calls: readonly Ulid[]; readonly tokens: number } | null
  /** The agent is saving: the service must not clear or sum up in this request. */
  readonly holdsEdits: boolean
}

const NOTHING: ContextStep = { note: null, clear: null, holdsEdits: false }

/** @param saving what becomes of what the agent writes, as Settings say */
export function nextContextStep(all: readonly Line[], tuning: Tuning, saving: Saving): ContextStep {
  const lines = sentLines(all)
  const size = contextSize(lines)
  const due = mayWrite(all, saving)
    ? limitsOf(tuning).find(({ way, at }) => size >= at * SAVE_AT && !wasAsked(lines, way))
    : undefined
  if (due !== undefined) return { note: noteBefore(due.way), clear: null, holdsEdits: true }
  const asked = lines.findLastIndex((line) => line.type === 'model.told' && line.about === 'saving')
  const answered = lines.findLastIndex((line) => line.type === 'model.replied')
  if (answered < asked) return { ...NOTHING, holdsEdits: true }
  const clearing = tuning.contextEditing
  if (!clearing.on || tuning.serviceClears || size <= clearing.trigger) return NOTHING
  const old = clearable(lines, clearing)
  return old.tokens < leastCleared(clearing) ? NOTHING : { ...NOTHING, clear: old }
}

/** How the context is made smaller. */
type Way = 'clearing' | 'summing'

function limitsOf({
  contextEditing,
  compaction,
  abilities,
}: Tuning): readonly { readonly way: Way; readonly at: number }[] {
  return [
    ...(contextEditing.on ? [{ way: 'clearing', at: contextEditing.trigger } as const] : []),
    ...(makesRoom({ compaction, abilities }) ? [{ way: 'summing', at: compaction.trigger } as const] : []),
  ]
}

/** Whether the service sums up what came before, so that the context never gets full. */
export function makesRoom({ compaction, abilities }: Pick<Tuning, 'compaction' | 'abilities'>): boolean {
  return compaction.on && abilities?.compact === true
}

/** Whether the agent was asked to save before this, since the context was last made smaller. */
function wasAsked(lines: readonly Line[], way: Way): boolean {
  const since = lines.findLastIndex((line) => line.type === 'context.edited' && isReduction(line))
  return lines
    .slice(since + 1)
    .some((line) => line.type === 'model.told' && line.about === 'saving' && line.value === way)
}

const WHAT_COMES = {
  clearing: 'old views of memory files are left out of what you are sent',
  summing: 'what came before is summarised',
} as const

function noteBefore(way: Way): Note {
  return {
    about: 'saving',
    value: way,
    text: `The context is nearly full: soon ${WHAT_COMES[way]}. If something in this conversation belongs in your memory and is not there yet, save it now; then go on with what you were doing.`,
  }
}

/** Tokens. Each clearing invalidates the server's cache from there on, so it must be worth it. */
export function leastCleared({ trigger }: ContextEditing): number {
  return Math.round(trigger / 5)
}

function isReduction({ edit }: LineOf<'context.edited'>): boolean {
  return edit.kind === 'cleared' || edit.kind === 'compacted'
}

/** Tokens: what the server counted last and an estimate of what came since; all is estimated where it cannot count. */
export function contextSize(lines: readonly Line[]): number {
  const summed = lines.findLastIndex((line) => line.type === 'context.edited' && line.edit.kind === 'compacted')
  const estimated = total(lines.slice(summed + 1), 0)
  const at = lines.findLastIndex((line) => countedIn(line) !== null)
  const last = lines[at]
  const counted = last === undefined ? null : countedIn(last)
  return counted === null ? estimated : Math.max(total(lines.slice(at + 1), counted), estimated / 2)
}

function countedIn(line: Line): number | null {
  return line.type === 'model.replied' ? contextAfter([line.usage ?? []]) : null
}

function total(lines: readonly Line[], start: number): number {
  return Math.max(
    0,
    lines.reduce((sum, line) => sum + sizeOf(line), start),
  )
}

/** platform.claude.com/docs/en/build-with-claude/vision */
const PIXELS_A_TOKEN = 750

/** Lines never change, and a long conversation is measured before each request. */
const sizes = new WeakMap<Line, number>()

function sizeOf(line: Line): number {
  const size = sizes.get(line) ?? measured(line)
  sizes.set(line, size)
  return size
}

function measured(line: Line): number {
  switch (line.type) {
    case 'prompt.fixed':
      return estimateTokens(line.prompt.system) + estimateTokens(JSON.stringify(line.prompt.memory))
    case 'turn.started':
      return (line.pictures ?? []).reduce(
        (sum, { width, height }) => sum + (width * height) / PIXELS_A_TOKEN,
        estimateTokens(line.text),
      )
    case 'model.told':
      return estimateTokens(line.text)
    case 'model.replied':
      return estimateTokens(JSON.stringify(line.content))
    case 'tool.returned':
      return estimateTokens(line.call.result ?? '')
    case 'context.edited':
      return line.edit.kind === 'cleared' ? -line.edit.tokens : 0
    default:
      return 0
  }
}

/** Views of the memory that are older than the latest ones to be kept. */
function clearable(lines: readonly Line[], { keep }: ContextEditing): NonNullable<ContextStep['clear']> {
  const cleared = new Set(lines.flatMap((line) => (line.type === 'results.cleared' ? line.calls : [])))
  const views = lines
    .filter((line) => line.type === 'tool.returned')
    .filter(({ call }) => call.input['command'] === 'view')
  const old = views
    .slice(0, Math.max(0, views.length - keep))
    .map((line) => ({ id: line.call.call, saved: sizeOf(line) - estimateTokens(CLEARED) }))
    .filter(({ id, saved }) => saved > 0 && !cleared.has(id))
  return { calls: old.map(({ id }) => id), tokens: old.reduce((sum, { saved }) => sum + saved, 0) }
}
