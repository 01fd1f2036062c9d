import * as nodePath from 'node:path'
import { runProgram } from './programs.ts'

export const CLI = nodePath.join(import.meta.dirname, '..', 'out', 'cli.js')

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** Runs the built command line once, with all of its input. */
export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string | Uint8Array = '',
): Promise<Ran> {
  const { code, out, err } = await runProgram({
    file: process.execPath,
    args: [CLI, ...args],
    env: { ...process.env, ...env },
    input,
  })
  return { code: Number(code), out: out.toString(), err: err.toString() }
}

export interface Answer {
  readonly content: string
  readonly is_error: boolean
  readonly commit?: string
}

export function answersOf({ out }: Ran): readonly Answer[] {
  return out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
}

export function linesOf(commands: readonly unknown[]): string {
  return commands.map((command) => `${JSON.stringify(command)}\n`).join('')
}
