import type { Line, LineOf } from './lines.ts'

/**
 * The lines that the next request is derived from. A turn that the model refused is left out, since it would be refused
 * again; so is what a later turn replaced: everything from the message that was edited or answered anew.
 */
export function sentLines(lines: readonly Line[]): readonly Line[] {
  const left = new Set([...refusedTurns(lines), ...replacedTurns(lines).keys()])
  return lines.filter((line) => !('turn' in line) || !left.has(line.turn))
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

function refusedTurns(lines: readonly Line[]): readonly number[] {
  return lines.flatMap((line) => (line.type === 'turn.ended' && line.kind === 'refused' ? line.turn : []))
}
