import { type Command, CommanderError } from 'commander'
import { AppError } from '../../shared/errors.ts'
import { toDiskError } from '../disk/disk-error.ts'
import { ClosedPipe, keepOutputErrors } from './output.ts'
import { printable } from './place.ts'
import { program } from './program.ts'

/** In a terminal, `variorum` by itself opens the window; elsewhere nobody could read the link. */
function withCommand(variorum: Command, args: readonly string[]): string[] {
  if (!process.stdin.isTTY || !process.stdout.isTTY) return [...args]
  const { operands, unknown } = variorum.parseOptions([...args])
  return operands.length === 0 && unknown.length === 0 ? [...args, 'serve'] : [...args]
}

/** The command-line door. @returns the exit code */
export async function main(args: readonly string[]): Promise<number> {
  if (process.env.VARIORUM_LAUNCHED !== undefined && process.channel !== undefined) {
    // Die with the launcher, at once: see project-node.ts.
    process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
    process.channel?.unref()
  }
  keepOutputErrors()
  try {
    const variorum = program()
    await variorum.parseAsync(withCommand(variorum, args), { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    if (error instanceof ClosedPipe) return 0
    const told = error instanceof AppError ? error : toDiskError(error)
    // The message of any other error is not printed: it may contain a path of this computer.
    const message =
      told !== null ? told.message : 'Something went wrong in Variorum. Your saved changes are safe; try again.'
    // It may quote a commit or a file of another program.
    process.stderr.write(`${printable(message)}\n`)
    return 1
  }
}
