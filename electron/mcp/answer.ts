import type { CallToolResult } from '@modelcontextprotocol/server'
import { startOf } from '../disk/utf8.ts'
import type { Said } from './call.ts'

/** Codex cuts the middle out of what is longer than 10,000 bytes, without a word to whoever wrote it. */
export const ANSWER_BYTES = 9_500
/** Room for what is said below a text that was cut. */
export const NOTE_BYTES = 400

/**
 * What the model is sent: plain text alone, since of structured content and text every client drops one. What programs
 * want stands in `_meta`.
 * @param isMarked whether an error begins with "Error", for clients that drop the mark
 */
export function answerOf({ content, isError, commit, saw }: Said, isMarked: boolean): CallToolResult {
  const text = isError && isMarked && !content.startsWith('Error') ? `Error: ${content}` : content
  const [version, ...others] = Object.values(saw)
  const next = /Go on with view_range \[(\d+),/.exec(text)?.[1]
  const meta = {
    ...(commit === null ? {} : { 'io.variorum/commit': commit }),
    ...(version == null || others.length > 0 ? {} : { 'io.variorum/version': version }),
    ...(next === undefined ? {} : { 'io.variorum/next-line': Number(next) }),
  }
  return {
    content: [{ type: 'text', text: fitting(text) }],
    ...(isError ? { isError: true } : {}),
    ...(Object.keys(meta).length === 0 ? {} : { _meta: meta }),
  }
}

/** A text cut at the end of a line, where it is too long. Views were cut before, where they say how to go on. */
function fitting(text: string): string {
  if (startOf(text, ANSWER_BYTES) === text) return text
  const start = startOf(text, ANSWER_BYTES - NOTE_BYTES)
  const end = start.lastIndexOf('\n')
  return `${end > 0 ? start.slice(0, end) : start}\n\n[Cut at ${ANSWER_BYTES} bytes. View the file for the rest.]`
}
