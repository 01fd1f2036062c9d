import { type FileHandle, open, truncate } from 'node:fs/promises'
import path from 'node:path'
import { AppError } from '../../../shared/errors.ts'
import { syncDirectory } from '../../disk/durable-files.ts'
import { type Line, parseJson, parseLines } from './lines.ts'

/** One conversation's file, held for writing. */
export interface ConversationLog {
  readonly id: string
  /** All lines, those just written included. */
  lines(): readonly Line[]
  /** Resolves once the line is on disk. */
  append(line: Line): Promise<void>
  /** Takes note of a piece of the answer that is arriving; the whole of it is appended when it is there. */
  arrive(text: string): void
  /** What has arrived of an answer that is not written down yet. */
  arriving(): string
  close(): Promise<void>
}

/** Opens the file, made when missing. What a crash left torn at its end is cut off first, so that later lines stay whole. */
export async function openLog(id: string, file: string): Promise<ConversationLog> {
  const handle = await open(file, 'a+', 0o600).catch(notSaved)
  const lines = [...parseLines(await readMended(file, handle))]
  let arriving = ''
  let written = Promise.resolve()

  async function write(line: Line): Promise<void> {
    await appendRow(file, handle, line).catch(notSaved)
    lines.push(line)
    if (line.type === 'model.replied' || line.type === 'turn.ended') arriving = ''
  }

  return {
    id,
    lines: () => lines,
    append: (line) =>
      (written = written.then(
        () => write(line),
        () => write(line),
      )),
    arrive: (text) => {
      arriving += text
    },
    arriving: () => arriving,
    close: () => handle.close(),
  }
}

const LINE_FEED = 0x0a

async function readMended(file: string, handle: FileHandle): Promise<string> {
  const bytes = await handle.readFile()
  if (bytes.length === 0) await syncDirectory(path.dirname(file))
  const end = bytes.lastIndexOf(LINE_FEED) + 1
  const torn = bytes.toString('utf8', end)
  if (torn === '') return bytes.toString('utf8')
  if (parseJson(torn) !== undefined) {
    await handle.appendFile('\n') // only its line end is missing
    return bytes.toString('utf8')
  }
  await truncate(file, end)
  return bytes.toString('utf8', 0, end)
}

async function appendRow(file: string, handle: FileHandle, line: Line): Promise<void> {
  const { size } = await handle.stat()
  try {
    await handle.appendFile(`${JSON.stringify(line)}\n`)
    await handle.sync()
  } catch (error) {
    await truncate(file, size) // half a row would spoil the next one
    throw error
  }
}

function notSaved(error: unknown): never {
  throw new AppError(
    'disk',
    'The conversation could not be saved: the disk is full or does not allow writing. What was saved before is kept. Make room, then send the message again.',
    { cause: error },
  )
}
