import type { Line, LineOf } from './lines.ts'

/**
 * The lines that the next request is derived from. A message that the model refused is left out with all answers to it,
 * since it would be refused again; so is what a later turn replaced: everything from the message that was edited or
 * whose answer was regenerated. Thoughts and pictures that the service refused stay out.
 */
export function sentLines(lines: readonly Line[]): readonly Line[] {
  const left = new Set([...refusedTurns(lines), ...replacedTurns(lines).keys()])
  return lines.filter((line) => !('turn' in line) || !left.has(line.turn) || LASTING.has(line.type))
}

/** What a service refuses stays refused. */
const LASTING: ReadonlySet<Line['type']> = new Set(['thoughts.dropped', 'pictures.dropped'])

type Turns = ReadonlyMap<number, LineOf<'turn.started'>>

export function turnsOf(lines: readonly Line[]): Turns {
  return new Map(lines.flatMap((line) => (line.type === 'turn.started' ? [[line.turn, line] as const] : [])))
}

/** The turn whose message this turn answers: its own, or that of the turn it retries. */
export function messageTurnOf(line: LineOf<'turn.started'>, turns: Turns): number {
  const again = line.follows?.kind === 'retry' ? turns.get(line.follows.turn) : undefined
  return again === undefined || again.turn >= line.turn ? line.turn : messageTurnOf(again, turns)
}

/** Turns that a later one replaced, with the number of that turn. */
export function replacedTurns(lines: readonly Line[]): ReadonlyMap<number, number> {
  const replaced = new Map<number, number>()
  const begun: number[] = []
  for (const line of lines) {
    if (line.type !== 'turn.started') continue
    if (replaces(line)) for (const turn of begun) if (turn >= line.follows.turn) replaced.set(turn, line.turn)
    begun.push(line.turn)
  }
  return replaced
}

function replaces(
  line: LineOf<'turn.started'>,
): line is LineOf<'turn.started'> & { readonly follows: NonNullable<LineOf<'turn.started'>['follows']> } {
  return line.follows?.kind === 'edit' || line.follows?.kind === 'regenerate'
}

/** All turns that answered a message until it was refused. */
function refusedTurns(lines: readonly Line[]): readonly number[] {
  const turns = turnsOf(lines)
  const refused = lines.flatMap((line) =>
    line.type === 'turn.ended' && line.kind === 'refused' ? (turns.get(line.turn) ?? []) : [],
  )
  return refused.flatMap((last) => {
    const message = messageTurnOf(last, turns)
    return [...turns.values()].flatMap((line) =>
      line.turn <= last.turn && messageTurnOf(line, turns) === message ? line.turn : [],
    )
  })
}
