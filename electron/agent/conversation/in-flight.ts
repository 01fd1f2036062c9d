import type { ToolCall, TurnEnd } from '../../../shared/conversation.ts'
import type { InFlight } from '../../../shared/jobs/job.ts'
import type { Line } from './lines.ts'
import { jobOf, wasInterrupted } from './replay.ts'

// What a session that was interrupted was doing. Pure.

/** What the last turn of a job's session was doing when it was interrupted; null if it ended well. */
export function inFlightOf(lines: readonly Line[], conversation: string): InFlight | null {
  const job = jobOf(lines)
  const ended = lines.findLast((line) => line.type === 'turn.ended')
  if (job === null || ended?.type !== 'turn.ended' || !wasInterrupted(lines, ended)) return null
  const calls = lines.flatMap((line) =>
    line.type === 'tool.returned' && line.turn === ended.turn && isWrite(line.call) ? line.call : [],
  )
  return {
    conversation,
    session: job.session,
    turn: ended.turn,
    end: ended.kind,
    at: ended.time,
    done: calls.filter(({ commit }) => commit !== null),
    notDone: calls.filter(({ commit }) => commit === null),
  }
}

const isWrite = ({ tool, input }: ToolCall): boolean => tool === 'memory' && input['command'] !== 'view'

const WHY: { readonly [end in TurnEnd]?: string } = {
  interrupted: 'the app was closed',
  stopped: 'the person stopped it',
  max_tokens: 'its answer became too long',
}

const MAX_NAMED = 20

/** The same for the agent of the next session, in sentences. */
export function inFlightNote({ session, end, at, done, notDone }: InFlight): string {
  return [
    `Session ${session} was interrupted on ${at.slice(0, 10)}: ${WHY[end] ?? 'the model failed'}.`,
    done.length === 0
      ? 'The last turn changed nothing.'
      : `In its last turn these changes were made, and are in the files: ${named(done)}.`,
    ...(notDone.length === 0 ? [] : [`These were not made: ${named(notDone)}.`]),
    'Its log may not tell of that. See what is there before you go on, and say so first: to the person, and in the log.',
  ].join(' ')
}

function named(calls: readonly ToolCall[]): string {
  const names = calls.map(({ input, commit }) => {
    const path = input['path'] ?? input['old_path']
    const made = commit === null ? '' : ` (commit ${commit.id.slice(0, 10)})`
    return `${String(input['command'])} ${String(path)}${made}`
  })
  const more = names.length - MAX_NAMED
  return more > 0 ? `${names.slice(-MAX_NAMED).join('; ')}; and ${more} before` : names.join('; ')
}
