import { Command } from 'commander'
import { Actor, Lineage, Verb } from '../../shared/origin.ts'
import { Certainty } from '../../shared/policy.ts'
import { Format, KeyHeader } from '../../shared/presets.ts'
import { ProviderId } from '../../shared/settings.ts'
import { VERSION } from '../version.ts'
import {
  budget,
  clientName,
  conversationId,
  folder,
  hunks,
  oneOf,
  port,
  someOf,
  time,
  whole,
  POINT,
} from './arguments.ts'
import { bisect } from './bisect.ts'
import { chat } from './chat.ts'
import { check, reindex } from './check.ts'
import { addDeviceCommands } from './device-commands.ts'
import { exec } from './exec.ts'
import { expire } from './expire.ts'
import { log, show, type LogOptions } from './history.ts'
import { keep, type KeepOptions } from './keep.ts'
import { missing } from './missing.ts'
import { addOtherAgents } from './other-agents.ts'
import type { Place } from './place.ts'
import { redact } from './redact.ts'
import { diff, point, restore } from './repair.ts'
import { addRuleCommands } from './rule-commands.ts'
import { serve } from './serve.ts'
import { addTransfers } from './transfer-commands.ts'
import { redo, undo, type UndoOptions } from './undo.ts'
import { upkeep } from './upkeep.ts'
import { where } from './where.ts'

/** Every command with its options and its help. */
export function program(): Command {
  const variorum = new Command('variorum')
    .description('See, review and undo what an AI agent remembers.')
    .version(VERSION, '-V, --version', 'print the version')
    .option('--store <dir>', 'the memory folder (default: $MEMORY_DIR, else the default store)', folder)
    .option('--hidden', 'use a folder although it is hidden, as those are where programs keep settings and keys')
    .option('--beside', 'keep the history of a new memory in the app’s own data, with nothing of ours in its folder')
    .option('--trust', 'use what came with the folder: policies, instructions, settings, changes not yet in git')
    .addHelpText(
      'after',
      `
Environment:
  MEMORY_DIR, VARIORUM_HOME             the memory folder; the app’s own data
  ANTHROPIC_API_KEY                     the key for Claude: sent only to api.anthropic.com, or only to ANTHROPIC_BASE_URL if that is set
  ANTHROPIC_BASE_URL                    another address for Claude
  VARIORUM_MODEL_KEY                    the key for a compatible server: sent only to VARIORUM_MODEL_URL, or to --base-url if that is not set
  VARIORUM_MODEL_URL                    the compatible server’s address, in place of the one in Settings
  HTTPS_PROXY, HTTP_PROXY, NO_PROXY     the proxy for requests to other computers`,
    )
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
  const place = (): Place => variorum.opts<{ store?: string; trust?: true; hidden?: true; beside?: true }>()
  addAgentCommands(variorum, place)
  addHistoryCommands(variorum, place)
  addRepairCommands(variorum, place)
  addRuleCommands(variorum, place)
  addDeviceCommands(variorum, place)
  addOtherCommands(variorum, place)
  addOtherAgents(variorum, place)
  addDoors(variorum, place)
  return variorum
}

function addAgentCommands(variorum: Command, place: () => Place): void {
  variorum
    .command('exec')
    .description('read memory commands from standard input, one JSON object per line; print one answer per line')
    .option('--client <name>', 'the program that asks, such as “my-agent 1.2”; its commits name it', clientName)
    .action((options: Parameters<typeof exec>[1]) => exec(place(), options))
  variorum
    .command('chat')
    .description('run one turn with the agent')
    .requiredOption('-p, --prompt <text>', 'the message')
    .option('--conversation <id>', 'continue this conversation, or begin one with this ID', conversationId)
    .option('--at <point>', 'ask about the memory as it was at this point; write nothing')
    .option('--provider <name>', `who answers: ${ProviderId.options.join(', ')}`, oneOf(ProviderId))
    .option('--base-url <url>', 'where the model is served, without /v1/messages or /chat/completions')
    .option('--format <name>', `the API format of a compatible server: ${Format.options.join(', ')}`, oneOf(Format))
    .option('--key-header <name>', `the header that carries the key: ${KeyHeader.options.join(', ')}`, oneOf(KeyHeader))
    .option('--model <id>', 'the model to use')
    .option('--remember', 'the message asks to save something, where you save only what you tell the agent to')
    .option('--budget-dollars <n>', 'the limit for the whole conversation, in US dollars', budget('dollars'))
    .option(
      '--budget-requests <n>',
      'the limit for the whole conversation, in requests to the model',
      budget('requests'),
    )
    .option('--budget-minutes <n>', 'the limit for the whole conversation, in minutes of work', budget('minutes'))
    .option('--send-redacted', 'if the policies find something in the message, send it redacted')
    .option('--send-as-is', 'if the policies find something in the message, send it unchanged')
    .option('--json', 'print one event per line instead of the text')
    .action((options: Parameters<typeof chat>[1]) => chat(place(), options))
}

function addDoors(variorum: Command, place: () => Place): void {
  variorum
    .command('keep')
    .description(
      'commit every edit of the stores that are kept, without a window, until Ctrl-C; with --store, say which they are',
    )
    .option('--on', 'keep the history of this store')
    .option('--off', 'no longer do')
    .action((options: KeepOptions) => keep(place(), options))
  variorum
    .command('serve')
    .description('open the window in the browser, on this computer only; in a terminal, what variorum does by itself')
    .option('--port <n>', 'the port', port)
    .option('--no-open', 'do not open the browser')
    .action((options: Parameters<typeof serve>[1]) => serve(place(), options))
}

function addHistoryCommands(variorum: Command, place: () => Place): void {
  variorum
    .command('log')
    .description('list what happened, newest first')
    .option('--json', 'print one commit per line')
    .option('--limit <n>', 'list at most this many', whole, 50)
    .option('--path <path>', 'only changes to this file or folder')
    .option('--actor <names>', `only changes by these, separated by commas: ${Actor.options.join(', ')}`, someOf(Actor))
    .option('--verb <verbs>', `only changes of these kinds: ${Verb.options.join(', ')}`, someOf(Verb))
    .option(
      '--lineage <names>',
      `only changes with text from these sources: ${Lineage.options.join(', ')}`,
      someOf(Lineage),
    )
    .option('--conversation <id>', 'only changes made in this conversation', conversationId)
    .option('--client <name>', 'only changes made through this program', clientName)
    .option('--from <time>', 'only changes on or after this day or time', time)
    .option('--to <time>', 'only changes before this day or time', time)
    .option('--words <words>', 'only changes with all these words in the subject, the paths or the changed lines')
    .option('--changed <words>', 'only changes to a line that contains these words; print the line too')
    .action((options: LogOptions) => log(place(), options))
  variorum
    .command('show')
    .description('show one commit and what it changed')
    .argument('<commit>', POINT)
    .option('--json', 'print the commit as JSON')
    .action((ref: string, options: Parameters<typeof show>[2]) => show(place(), ref, options))
  variorum
    .command('bisect')
    .description('find the commit between two points where some words first appear or disappear')
    .argument('<from>', `the older state: ${POINT}`)
    .argument('<to>', 'the newer one')
    .requiredOption('--words <words>', 'a word or a sentence')
    .option('--path <path>', 'only in this file or folder')
    .option('--json', 'print JSON')
    .action((from: string, to: string, options: Parameters<typeof bisect>[2]) => bisect(place(), [from, to], options))
  variorum
    .command('check')
    .description('check that the history is intact')
    .option('--repair', 'repair what can be repaired; damaged data is set aside, never deleted')
    .option('--json', 'print the report as JSON')
    .action((options: Parameters<typeof check>[1]) => check(place(), options))
  variorum
    .command('reindex')
    .description('rebuild the index of the history')
    .action(() => reindex(place()))
}

function addRepairCommands(variorum: Command, place: () => Place): void {
  variorum
    .command('restore')
    .description('restore a file, a folder or everything to an earlier state, as a new commit')
    .argument('<point>', POINT)
    .argument('[path]')
    .option('--dry-run', 'print what would change, and change nothing')
    .option('--json', 'print JSON')
    .option('--with-policies', 'restore the policies too, with the whole store')
    .option('--anyway', 'restore it even if a policy refuses')
    .action((ref: string, path: string | undefined, options: Parameters<typeof restore>[3]) =>
      restore(place(), ref, path, options),
    )
  variorum
    .command('point')
    .description('name the current state, or an earlier one; without a name, list the names')
    .argument('[name]')
    .argument('[commit]')
    .option('--json', 'print JSON')
    .action((name: string | undefined, ref: string | undefined, options: Parameters<typeof point>[3]) =>
      point(place(), name, ref, options),
    )
  variorum
    .command('diff')
    .description('compare two states, or one with the current state')
    .argument('<a>', POINT)
    .argument('[b]')
    .argument('[path]')
    .option('--json', 'print JSON')
    .action(
      (from: string, second: string | undefined, third: string | undefined, options: Parameters<typeof diff>[2]) =>
        diff(place(), { from, second, third }, options),
    )
  variorum
    .command('undo')
    .description(
      'undo commits, a turn, a conversation or what a program wrote, and keep later changes; without any of them, undo the newest change that is not undone yet',
    )
    .argument('[commit...]')
    .option('--turn <id>', 'what one turn wrote: CONVERSATION:NUMBER, or the ID of its message')
    .option('--conversation <id>', 'everything a conversation wrote', conversationId)
    .option('--client <name>', 'everything a program wrote through `mcp`, `exec` or the library', clientName)
    .option('--from <time>', 'with --client: only what it wrote on or after this day or time', time)
    .option('--hunk <n>', 'only this hunk of the commit, counted from 1; may be repeated', hunks)
    .option('--dry-run', 'print what would change, and change nothing')
    .option('--json', 'print JSON')
    .option('--anyway', 'undo it even if a policy refuses')
    .action((refs: readonly string[], options: UndoOptions) => undo(place(), refs, options))
  variorum
    .command('redo')
    .description('redo what was undone; without a commit, redo the newest undo, unless something changed after it')
    .argument('[commit]')
    .option('--dry-run', 'print what would change, and change nothing')
    .option('--json', 'print JSON')
    .option('--anyway', 'redo it even if a policy refuses')
    .action((ref: string | undefined, options: UndoOptions) => redo(place(), ref, options))
}

function addOtherCommands(variorum: Command, place: () => Place): void {
  variorum
    .command('missing')
    .description('list files that vanished from the folder all at once, which is no deletion until you say so')
    .option('--accept', 'they are meant to be gone: record them as deleted')
    .option('--json', 'print JSON')
    .action((options: Parameters<typeof missing>[1]) => missing(place(), options))
  variorum
    .command('expire')
    .description('remove files that have not been read or written for as long as the policies say')
    .option('--dry-run', 'print what would be removed, and change nothing')
    .option('--now <date>', 'act as if today were this date')
    .action((options: Parameters<typeof expire>[1]) => expire(place(), options))
  variorum
    .command('upkeep')
    .description('list what needs attention: dead links, duplicate lines, contradictions, outdated lines')
    .option('--json', 'print one finding per line, with its fixes')
    .action((options: Parameters<typeof upkeep>[1]) => upkeep(place(), options))
  addTransfers(variorum, place)
  variorum
    .command('redact')
    .description(
      'read texts from standard input, one {"text"} per line; answer with one {"text","found"} per line, secrets replaced; start and end count UTF-16 units',
    )
    .option('--all', 'use every built-in group, personal data too')
    .option(
      '--level <name>',
      `how certain a finding must be, in every group in use: ${Certainty.options.join(', ')}`,
      oneOf(Certainty),
    )
    .option('--rules <file>', 'policies, or an array of rules, as JSON')
    .action((options: Parameters<typeof redact>[0]) => redact(options))
  variorum
    .command('where')
    .description('name the folders of the memory and of the app’s own data')
    .option('--json', 'print JSON')
    .action((options: Parameters<typeof where>[1]) => where(place(), options))
}
