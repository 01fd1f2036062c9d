import type { FileHandle } from 'node:fs/promises'
import { TimeSlice } from '../disk/yield.ts'

const CHUNK_BYTES = 262_144
const MAX_LINE_BYTES = 8 * 1024 * 1024
const LINE_END = 0x0a
/** What was sent to the model, again with every request: most of a transcript, and nothing that is asked of it. */
const REQUESTS = Buffer.from('{"type":"api-request')

export interface LinesRead {
  /** Where the next line begins. */
  readonly offset: number
  /** No line was too long to read. */
  readonly isWhole: boolean
}

/** Reads the complete lines of a file from an offset, one at a time, and lets others work in between. */
export async function readLines(file: FileHandle, offset: number, onLine: (line: string) => void): Promise<LinesRead> {
  const slice = new TimeSlice()
  const chunk = Buffer.alloc(CHUNK_BYTES)
  let [at, next, length, isWhole] = [offset, offset, 0, true]
  let pieces: Buffer[] = []
  for (;;) {
    const { bytesRead } = await file.read(chunk, 0, CHUNK_BYTES, at)
    if (bytesRead === 0) return { offset: next, isWhole }
    let begin = 0
    for (let end = chunk.indexOf(LINE_END); end !== -1 && end < bytesRead; end = chunk.indexOf(LINE_END, begin)) {
      const rest = chunk.subarray(begin, end)
      length += rest.length
      const line = pieces.length === 0 ? rest : Buffer.concat([...pieces, rest])
      if (!isRequest(line)) {
        if (length > MAX_LINE_BYTES) isWhole = false
        else if (length > 0) onLine(line.toString('utf8'))
      }
      ;[pieces, length, begin] = [[], 0, end + 1]
      if (slice.isOver) await slice.yield()
    }
    at += bytesRead
    next = begin === 0 ? next : at - bytesRead + begin
    const rest = chunk.subarray(begin, bytesRead)
    length += rest.length
    // Of a line that is too long its beginning is enough.
    if (length <= MAX_LINE_BYTES || pieces.length === 0) pieces.push(Buffer.from(rest))
  }
}

const isRequest = (line: Buffer): boolean => line.subarray(0, REQUESTS.length).equals(REQUESTS)
