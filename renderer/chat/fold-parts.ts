import type { Commit } from '../../shared/commit.ts'
import type { ContextEdit, ToldLimit, ToolCall, TurnPart } from '../../shared/conversation.ts'

/** An item of the thread: consecutive views fold into one quiet line, every change is a card. */
export type ThreadItem =
  | { readonly kind: 'text' | 'thought'; readonly text: string }
  | { readonly kind: 'looked'; readonly calls: readonly ToolCall[] }
  | { readonly kind: 'card'; readonly call: ToolCall; readonly commit: Commit }
  | { readonly kind: 'limit'; readonly told: ToldLimit }
  | { readonly kind: 'edited'; readonly edit: ContextEdit }
  | { readonly kind: 'running' | 'failed' | 'quiet'; readonly call: ToolCall }

export function commandOf(call: ToolCall): string {
  return typeof call.input['command'] === 'string' ? call.input['command'] : call.tool
}

const MEMORIES_PREFIX = /^\/memories\/?/

/** The path of a call as the store spells it; '' is the whole memory. */
export function pathOf(call: ToolCall): string {
  const path = call.input['path'] ?? call.input['old_path']
  return typeof path === 'string' ? path.replace(MEMORIES_PREFIX, '').replace(/\/$/, '') : ''
}

/** As the memory tool says it of a file that is there. */
const NOT_TEXT = /is not UTF-8 text/

/** Whether it looked at a file that is there and that no model can read. */
export function isNotText(call: ToolCall): boolean {
  return commandOf(call) === 'view' && call.state === 'failed' && NOT_TEXT.test(call.result ?? '')
}

/** As the memory tool says that a policy refuses a write, and that a temporary conversation writes nothing. */
const BY_POLICY = /^Error: Not written: /
const IS_TEMPORARY = /^This is a temporary conversation/

export const isByPolicy = ({ result }: ToolCall): boolean => BY_POLICY.test(result ?? '')

/** Why a command failed, without what its card says already; '' where the conversation says it. */
export function reasonOf({ result }: ToolCall): string {
  return IS_TEMPORARY.test(result ?? '') ? '' : (result ?? '').replace(BY_POLICY, '').replace(/^Error: /, '')
}

/** As the memory tool answers where the user did not ask to save anything. */
const NOT_TOLD = /^Nothing was saved: the user saves only what they tell you to/

export const isNotTold = ({ result }: ToolCall): boolean => NOT_TOLD.test(result ?? '')

function itemOf(call: ToolCall): ThreadItem {
  if (commandOf(call) === 'view' && (call.state !== 'failed' || isNotText(call)))
    return { kind: 'looked', calls: [call] }
  if (call.commit !== null) return { kind: 'card', call, commit: call.commit }
  if (isNotTold(call)) return { kind: 'failed', call }
  return { kind: call.state === 'done' ? 'quiet' : call.state, call }
}

export function foldParts(parts: readonly TurnPart[]): readonly ThreadItem[] {
  return parts.reduce<readonly ThreadItem[]>((items, part) => {
    if (part.kind === 'text' || part.kind === 'thought')
      return part.text.trim() === '' ? items : [...items, { kind: part.kind, text: part.text }]
    if (part.kind === 'limit') return [...items, { kind: 'limit', told: part.told }]
    if (part.kind === 'edit') return [...items, { kind: 'edited', edit: part.edit }]
    const item = itemOf(part.call)
    const last = items.at(-1)
    if (item.kind === 'looked' && last?.kind === 'looked')
      return [...items.slice(0, -1), { kind: 'looked', calls: [...last.calls, ...item.calls] }]
    return [...items, item]
  }, [])
}

/**
 * Whether the agent is being asked to write down what matters. Before the context gets smaller that is one answer, over
 * with its commands; at a limit it is all that is left of the turn.
 */
export function isSaving(items: readonly ThreadItem[]): boolean {
  const at = items.findLastIndex(({ kind }) => kind === 'edited' || kind === 'limit')
  const told = items[at]
  if (told?.kind === 'limit') return told.told.state === 'used-up'
  const isAsked = told?.kind === 'edited' && told.edit.kind === 'saving'
  return isAsked && items.slice(at + 1).every(({ kind }) => kind === 'text' || kind === 'thought')
}

/** A file that the conversation changed, with its newest commit that is in effect; or undone, with its newest. */
export interface Touched {
  readonly path: string
  readonly commit: Commit
  readonly undone: boolean
}

export function touchedFiles(commits: readonly Commit[], isUndone: (commit: Commit) => boolean): readonly Touched[] {
  const byPath = new Map<string, Touched>()
  for (const commit of commits) {
    const undone = isUndone(commit)
    for (const { change } of commit.changes) {
      if (undone && byPath.get(change.path)?.undone === false) continue
      byPath.delete(change.path)
      byPath.set(change.path, { path: change.path, commit, undone })
    }
  }
  return [...byPath.values()].toReversed()
}
