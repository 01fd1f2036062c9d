import { Command, CommanderError, InvalidArgumentError } from 'commander'
import { CONVERSATION_ID } from '../../shared/commit.ts'
import { messageFor } from '../../shared/errors.ts'
import { ProviderId } from '../../shared/settings.ts'
import { chat } from './chat.ts'
import { check, reindex } from './check.ts'
import { exec } from './exec.ts'
import { expire } from './expire.ts'
import { log, show } from './history.ts'
import { ClosedPipe, keepOutputErrors } from './output.ts'
import { redact } from './redact.ts'
import { diff, point, redo, restore, undo } from './repair.ts'
import { serve } from './serve.ts'

const whole = (text: string): number => {
  const number = Number(text)
  if (!Number.isInteger(number) || number < 0) throw new InvalidArgumentError('A whole number is expected.')
  return number
}
const conversationId = (text: string): string => {
  if (!CONVERSATION_ID.test(text)) throw new InvalidArgumentError('An id is 1 to 64 letters, digits, "_" or "-".')
  return text
}
const provider = (text: string): ProviderId => {
  const known = ProviderId.safeParse(text)
  if (!known.success) throw new InvalidArgumentError(`One of ${ProviderId.options.join(', ')} is expected.`)
  return known.data
}

/** The command-line door. @returns the exit code */
export async function main(args: readonly string[]): Promise<number> {
  if (process.env.VARIORUM_LAUNCHED !== undefined && process.channel !== undefined) {
    // Killed with its launcher, at once: see launch.ts.
    process.on('disconnect', () => process.kill(process.pid, 'SIGKILL'))
    process.channel?.unref()
  }
  keepOutputErrors()
  try {
    await program().parseAsync([...args], { from: 'user' })
    return Number(process.exitCode ?? 0)
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode
    if (error instanceof ClosedPipe) return 0
    process.stderr.write(`${sentenceOf(error)}\n`)
    return 1
  }
}

/** Only errors made for people are shown: any other message may hold a path of this computer. */
function sentenceOf(error: unknown): string {
  return messageFor(error, 'Something went wrong in Variorum. Nothing that was acknowledged is lost; try again.')
}

function program(): Command {
  const variorum = new Command('variorum')
    .description('See, review and undo what an AI agent remembers.')
    .option('--store <dir>', 'the memory folder (default: $MEMORY_DIR, else the default store)')
    .addHelpText(
      'after',
      '\nEnvironment: MEMORY_DIR, VARIORUM_HOME, ANTHROPIC_API_KEY, ANTHROPIC_BASE_URL, VARIORUM_MODEL_KEY (compatible servers)',
    )
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
  const place = (): { readonly store?: string } => variorum.opts<{ store?: string }>()

  variorum
    .command('exec')
    .description('read memory commands from standard input, one JSON object a line; answer one a line')
    .action(() => exec(place()))
  variorum
    .command('chat')
    .description('one turn with the agent')
    .requiredOption('-p, --prompt <text>', 'the message')
    .option('--conversation <id>', 'go on in this conversation', conversationId)
    .option('--provider <name>', ProviderId.options.join(', '), provider)
    .option('--base-url <url>', 'where the model is served, without /v1/messages')
    .option('--model <id>', 'which model')
    .option('--json', 'print one event a line instead of the text')
    .action((options: Parameters<typeof chat>[1]) => chat(place(), options))
  variorum
    .command('log')
    .description('what happened, newest first')
    .option('--json', 'print one commit a line')
    .option('--limit <n>', 'at most so many', whole, 50)
    .option('--path <path>', 'only what changed this file or folder')
    .action((options: Parameters<typeof log>[1]) => log(place(), options))
  variorum
    .command('show')
    .description('one commit and what it changed')
    .argument('<commit>')
    .option('--json', 'print the commit as JSON')
    .action((ref: string, options: Parameters<typeof show>[2]) => show(place(), ref, options))
  variorum
    .command('check')
    .description('look whether the history is whole')
    .option('--repair', 'make good what can be made good; what is wrong is set aside, never deleted')
    .option('--json', 'print the report as JSON')
    .action((options: Parameters<typeof check>[1]) => check(place(), options))
  variorum
    .command('reindex')
    .description('make the index of the history anew')
    .action(() => reindex(place()))
  variorum
    .command('restore')
    .description('bring back a file, a folder or everything as it was, as a new commit')
    .argument('<point>', 'a commit or a restore point')
    .argument('[path]')
    .option('--dry-run', 'say what would change, and change nothing')
    .option('--json', 'print JSON')
    .option('--with-policies', 'with the whole store, also its policies')
    .option('--anyway', 'although a policy refuses it')
    .action((ref: string, path: string | undefined, options: Parameters<typeof restore>[3]) =>
      restore(place(), ref, path, options),
    )
  variorum
    .command('point')
    .description('name the present state, or an earlier one; without a name, list the names')
    .argument('[name]')
    .argument('[commit]')
    .option('--json', 'print JSON')
    .action((name: string | undefined, ref: string | undefined, options: Parameters<typeof point>[3]) =>
      point(place(), name, ref, options),
    )
  variorum
    .command('diff')
    .description('what lies between two states, or between one and now')
    .argument('<a>')
    .argument('[b]')
    .argument('[path]')
    .option('--json', 'print JSON')
    .action(
      (from: string, second: string | undefined, third: string | undefined, options: Parameters<typeof diff>[4]) =>
        diff(place(), from, second, third, options),
    )
  variorum
    .command('undo')
    .description('undo one commit and keep what came later; without a commit, the newest change not yet undone')
    .argument('[commit]')
    .option('--anyway', 'although a policy refuses it')
    .action((ref: string | undefined, options: Parameters<typeof undo>[2]) => undo(place(), ref, options))
  variorum
    .command('redo')
    .description('undo an undo; without a commit, the newest one that nothing followed')
    .argument('[commit]')
    .option('--anyway', 'although a policy refuses it')
    .action((ref: string | undefined, options: Parameters<typeof redo>[2]) => redo(place(), ref, options))
  variorum
    .command('expire')
    .description('let go what nobody read or wrote for long, as the policies say')
    .option('--dry-run', 'say what would go, and change nothing')
    .option('--now <date>', 'as if today were this day')
    .action((options: Parameters<typeof expire>[1]) => expire(place(), options))
  variorum
    .command('redact')
    .description(
      'read texts from standard input, one {"text"} a line; answer one {"text","found"} a line, secrets replaced; start and end count UTF-16 units',
    )
    .option('--all', 'every built-in group, personal data too')
    .option('--rules <file>', 'policies, or an array of rules, as JSON')
    .action((options: Parameters<typeof redact>[0]) => redact(options))
  variorum
    .command('serve')
    .description('the window in the browser, on this computer only')
    .option('--port <n>', 'the port', whole)
    .option('--no-open', 'do not open the browser')
    .action((options: Parameters<typeof serve>[1]) => serve(place(), options))
  return variorum
}
