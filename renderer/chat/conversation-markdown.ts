import { t } from '@lingui/core/macro'
import type { Commit } from '../../shared/commit.ts'
import type { ToolCall, Turn } from '../../shared/conversation.ts'
import { listText } from '../format/language.ts'
import { stampOf } from '../format/time.ts'
import { verbSentence } from '../format/verbs.ts'
import { worded } from '../format/worded.ts'
import { commandOf, foldParts, pathOf, type ThreadItem } from './fold-parts.ts'
import { speaker } from './speaker.ts'

interface Exported {
  readonly title: string
  readonly turns: readonly Turn[]
  /** The unified diff of each commit, by its id. */
  readonly diffs: ReadonlyMap<string, string>
  readonly isUndone: (commit: Commit) => boolean
}

/** A conversation as Markdown, with the diffs of its changes. What was redacted is redacted here. Pure. */
export function conversationMarkdown({ title, turns, diffs, isUndone }: Exported): string {
  const parts = turns.flatMap((turn) => turnMarkdown(turn, { diffs, isUndone }))
  return `${[`# ${title}`, ...parts].join('\n\n')}\n`
}

function turnMarkdown(turn: Turn, how: Pick<Exported, 'diffs' | 'isUndone'>): readonly string[] {
  const { number, startedAt, provider, model, replacedBy, end } = turn
  const isNameless = provider === 'demo' || model === ''
  const [at, who] = [stampOf(startedAt), isNameless ? speaker(provider) : `${speaker(provider)} (${model})`]
  const heading = replacedBy === undefined ? t`Turn ${number}` : t`Turn ${number}, replaced by turn ${replacedBy}`
  const reason = end === null || end.kind === 'done' ? null : end.reason
  return [
    `## ${heading}`,
    t`**You**, ${at}`,
    asked(turn),
    `**${who}**`,
    ...foldParts(turn.parts).flatMap((item) => itemMarkdown(item, how)),
    ...(reason === null ? [] : [`*${worded(reason)}*`]),
  ]
}

function asked({ text, pictures = [], follows }: Turn): string {
  if (follows?.kind === 'retry') return t`*Retry of turn ${follows.turn}*`
  if (follows?.kind === 'continue') return t`*Continuation of turn ${follows.turn}*`
  return [...pictures.map(({ name }) => `*${t`Picture: ${name}`}*`), text].filter(Boolean).join('\n\n')
}

function itemMarkdown(item: ThreadItem, { diffs, isUndone }: Pick<Exported, 'diffs' | 'isUndone'>): readonly string[] {
  switch (item.kind) {
    case 'text':
      return [item.text.trim()]
    case 'thought':
      return [quoted(`*${t`Thoughts`}*\n\n${item.text.trim()}`)]
    case 'looked':
      return [`*${t`Looked at`}: ${pathsOf(item.calls)}*`]
    case 'card': {
      const undone = isUndone(item.commit) ? ` (${t`undone`})` : ''
      const diff = diffs.get(item.commit.id) ?? ''
      return [`**${verbSentence(item.commit)}**${undone}`, ...(diff === '' ? [] : [fenced(diff)])]
    }
    case 'failed':
      return [`*${t`Not written`}: ${pathOf(item.call) || commandOf(item.call)}*`, ...quotedResult(item.call)]
    case 'running':
    case 'quiet':
    case 'limit':
    case 'edited':
      return []
  }
}

const pathsOf = (calls: readonly ToolCall[]): string =>
  listText([...new Set(calls.map((call) => pathOf(call) || t`the list of files`))])

const quotedResult = ({ result }: ToolCall): readonly string[] => (result === null ? [] : [quoted(result)])

const quoted = (text: string): string => text.replace(/^/gm, '> ')

/** A fence that nothing in the text can close. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}diff\n${text.trimEnd()}\n${fence}`
}
