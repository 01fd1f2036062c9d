import { z } from 'zod'

/** The programs that we can be connected to. */
export const ProgramId = z.enum([
  'claude-code',
  'claude-desktop',
  'codex',
  'cursor',
  'gemini',
  'opencode',
  'vscode',
  'windsurf',
  'zed',
])
export type ProgramId = z.infer<typeof ProgramId>

/** Whether a program's file is the account's, or the one of the project in a folder. */
export const Scope = z.enum(['user', 'project'])
export type Scope = z.infer<typeof Scope>
