import { z } from 'zod'

/** How a store is laid out: notes as they come, or an index with a line for each topic file. */
export const StoreLayout = z.enum(['plain', 'index'])
export type StoreLayout = z.infer<typeof StoreLayout>

/** The index of the layout "index": the file that is read first, so it must stay short. */
export const INDEX_PATH = 'MEMORY.md'
export const INDEX_MAX_LINES = 200
export const INDEX_MAX_BYTES = 25_000

/** How Claude Code is called as the program of a store. */
export const CLAUDE_CODE = 'Claude Code'
/** Below a store, where Claude Code's own memory is put, so that its index is not taken for the store's own. */
export const CLAUDE_CODE_FOLDER = 'claude-code'

/**
 * Whether a file is an index of Claude Code's own memory. It loads one at its start, as far as the limits of an index,
 * and nothing else. @param program whose memory the store is; '' for none
 */
export function isIndexOfClaude(path: string, program: string): boolean {
  if (program === CLAUDE_CODE && path === INDEX_PATH) return true
  const [folder, project, name, ...below] = path.split('/')
  return folder === CLAUDE_CODE_FOLDER && project !== undefined && name === INDEX_PATH && below.length === 0
}

/** How many of the lines of an index are certain to be read. @param bytesOf a text has in UTF-8 */
export function linesLoaded(lines: readonly string[], bytesOf: (text: string) => number): number {
  let bytes = 0
  const over = lines.findIndex((line, at) => {
    bytes += bytesOf(line) + 1
    return at >= INDEX_MAX_LINES || bytes > INDEX_MAX_BYTES
  })
  return over < 0 ? lines.length : over
}

export const TOPIC_TYPES = ['user', 'feedback', 'project', 'reference'] as const
