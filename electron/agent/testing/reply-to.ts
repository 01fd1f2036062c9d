import { newUlid } from '../../disk/new-ulid.ts'
import { finishReply, type Reply } from '../finish-reply.ts'
import { ArrivingReply, type ShownPiece } from '../reply.ts'

export interface Received extends Reply {
  /** What was shown of text and thoughts, pieces of one kind that follow each other as one. */
  readonly shown: readonly ShownPiece[]
}

/** What an answer in these events comes to. */
export function replyTo(events: Iterable<unknown>): Received {
  const arriving = new ArrivingReply()
  const shown: ShownPiece[] = []
  for (const event of events) {
    const { piece, wasThought } = arriving.take(event)
    const kindOf = ({ kind }: ShownPiece): ShownPiece['kind'] => (wasThought ? 'thought' : kind)
    const pieces = [
      ...shown.splice(0).map((each) => ({ ...each, kind: kindOf(each) })),
      ...(piece === null ? [] : [piece]),
    ]
    for (const { kind, text } of pieces) {
      const last = shown.at(-1)
      if (last?.kind === kind) shown[shown.length - 1] = { kind, text: last.text + text }
      else shown.push({ kind, text })
    }
  }
  return { ...finishReply(arriving, newUlid), shown }
}
