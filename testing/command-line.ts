import { spawn } from 'node:child_process'
import { once } from 'node:events'
import * as nodePath from 'node:path'

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
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  const [out, err]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (data: Buffer) => out.push(data))
  child.stderr.on('data', (data: Buffer) => err.push(data))
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  const [code] = await once(child, 'close')
  return { code: Number(code), out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }
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
