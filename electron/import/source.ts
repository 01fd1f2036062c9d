import type { FoundInSource, ImportedConversation, ImportKind, LeftOut } from '../../shared/import.ts'
import type { Message } from '../../shared/messages/message.ts'

/** One file of what is imported. Nothing of it is read before somebody asks. */
export interface SourceFile {
  /** Its place in the source, with "/": never absolute, and never out of it. */
  readonly name: string
  readonly size: number
  /** When it was changed, in ISO 8601; null if the source does not say. */
  readonly time: string | null
  /** The whole file. Throws an AppError if it is larger than `most` bytes, damaged or encrypted. */
  bytes(most: number): Promise<Uint8Array>
  /** The same, piece by piece. */
  stream(): AsyncIterable<Uint8Array>
}

/** A file, a folder or a zip that is imported, with what of it is refused. A kind hands that on in what it finds. */
export interface Source {
  /** As the user knows it, without the folder that it is in. */
  readonly name: string
  readonly files: readonly SourceFile[]
  readonly leftOut: readonly LeftOut[]
}

/** A source whose files can be read until it is closed. */
export interface OpenedSource extends Source {
  close(): Promise<void>
}

/** Takes the conversations of a source, one at a time, as they are read. */
export interface ConversationTaker {
  /** @param what it is called where something is said of it */
  take(what: string, conversation: ImportedConversation): Promise<void>
  leaveOut(what: string, why: Message): void
}

/** A format. Reading is pure but for the bytes of the source, and writes nothing. */
export interface Kind {
  readonly id: ImportKind
  /** Whether a source is of this format, by its content. */
  recognises(source: Source): Promise<boolean>
  /**
   * One bad item never costs the others: whatever is in the source is in a file, or is left out with a reason.
   * @param told how many bytes have been read so far
   * @param signal throws its reason when aborted
   * @param conversations takes them, if they are wanted; what it is given is in no file, and not left out
   */
  read(
    source: Source,
    how: {
      readonly told: (bytes: number) => void
      readonly signal: AbortSignal
      readonly conversations?: ConversationTaker | undefined
    },
  ): Promise<FoundInSource>
}
