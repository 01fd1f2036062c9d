import { type FileHandle, open, truncate } from 'node:fs/promises'
import path from 'node:path'
import type { Waiting } from '../../../shared/conversation.ts'
import { AppError } from '../../../shared/errors.ts'
import { say } from '../../../shared/messages/say.ts'
import { syncDirectory } from '../../disk/durable-files.ts'
import type { ShownPiece } from '../reply.ts'
import { type Line, parseJson, parseLines } from './lines.ts'
import { MAX_OPENED_BYTES, tooLarge } from './sizes.ts'

/** One conversation's lines, open for writing. */
export interface ConversationLog {
  readonly id: string
  /** All lines, including those just written. */
  lines(): readonly Line[]
  /** Resolves once the line is kept: on disk, unless the conversation is temporary. */
  append(line: Line): Promise<void>
  /** Records a streamed piece of the answer in memory; the whole answer is appended when it is complete. */
  arrive(piece: ShownPiece): void
  /** What has arrived was something else. */
  rearrive(pieces: readonly ShownPiece[]): void
  /** What has arrived of an answer that is not on disk yet. */
  arriving(): readonly ShownPiece[]
  /** Records in memory what the turn waits for; `null` when it does no longer. */
  wait(waiting: Waiting | null): void
  waiting(): Waiting | null
  /** What it takes up. */
  bytes(): number
  close(): Promise<void>
}

/**
 * Opens the file, creating it if missing. A torn last line is cut off first, so that later lines stay whole.
 * Throws `too-large`.
 * @param onClosed runs after the file is closed, also when closing fails
 */
export async function openLog(id: string, file: string, onClosed: () => Promise<void>): Promise<ConversationLog> {
  const handle = await open(file, 'a+', 0o600).catch(notSaved)
  try {
    const bytes = await readRepaired(file, handle)
    return logOver(id, [...parseLines(bytes)], {
      bytes: bytes.length,
      write: (row) => appendRow(file, handle, row).catch(notSaved),
      close: () => handle.close().finally(onClosed),
    })
  } catch (error) {
    await handle.close()
    throw error
  }
}

interface Writing {
  /** What is there already. */
  readonly bytes: number
  /** Keeps a line, as a row of the file; it is one of the lines only then. */
  write(row: string): Promise<void>
  close(): Promise<void>
}

/** A log over lines, to which it adds. One line is written after the other. */
export function logOver(id: string, lines: Line[], { bytes, write, close }: Writing): ConversationLog {
  let arriving: ShownPiece[] = []
  let waiting: Waiting | null = null
  let written = Promise.resolve()

  async function add(line: Line): Promise<void> {
    const row = `${JSON.stringify(line)}\n`
    await write(row)
    bytes += Buffer.byteLength(row)
    lines.push(line)
    if (line.type !== 'model.replied' && line.type !== 'turn.ended') return
    arriving = []
    waiting = null
  }

  return {
    id,
    lines: () => lines,
    append: (line) =>
      (written = written.then(
        () => add(line),
        () => add(line),
      )),
    arrive: (piece) => {
      const last = arriving.at(-1)
      if (last?.kind === piece.kind) arriving[arriving.length - 1] = { ...last, text: last.text + piece.text }
      else arriving.push(piece)
    },
    rearrive: (pieces) => {
      arriving = [...pieces]
    },
    arriving: () => arriving,
    wait: (wait) => {
      waiting = wait
    },
    waiting: () => waiting,
    bytes: () => bytes,
    close: () =>
      written
        .catch(() => undefined) // told to who wrote it
        .then(close),
  }
}

const LINE_FEED = 0x0a

async function readRepaired(file: string, handle: FileHandle): Promise<Buffer> {
  const { size } = await handle.stat()
  if (size > MAX_OPENED_BYTES) throw tooLarge(size)
  const bytes = await handle.readFile()
  if (bytes.length === 0) await syncDirectory(path.dirname(file))
  const end = bytes.lastIndexOf(LINE_FEED) + 1
  const torn = bytes.toString('utf8', end)
  if (torn === '') return bytes
  if (parseJson(torn) !== undefined) {
    await handle.appendFile('\n') // only the line feed is missing
    return bytes
  }
  await truncate(file, end)
  return bytes.subarray(0, end)
}

async function appendRow(file: string, handle: FileHandle, row: string): Promise<void> {
  const { size } = await handle.stat()
  try {
    await handle.appendFile(row)
    await handle.sync()
  } catch (error) {
    await truncate(file, size) // a partial row would corrupt the next one
    throw error
  }
}

export function notSaved(error: unknown): never {
  throw new AppError('disk', say('conversation-not-saved'), { cause: error })
}
