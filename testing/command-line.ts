import { CLI, CommandHost } from './command-host.ts'
import { runProgram } from './programs.ts'

export { CLI }

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

const host = new CommandHost()

/** Runs the built command line once, with all of its input, in a process that runs one such command after the other. */
export async function runCli(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
  input: string | Uint8Array = '',
): Promise<Ran> {
  const said = { out: [] as Uint8Array[], err: [] as Uint8Array[] }
  const onSaid = (stream: 'out' | 'err', data: Uint8Array): void => void said[stream].push(data)
  const code = await host.run({ args, env: { ...process.env, ...env }, input, onSaid })
  return { code, out: Buffer.concat(said.out).toString(), err: Buffer.concat(said.err).toString() }
}

/** The same in a process of its own. */
export async function spawnCli(
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
