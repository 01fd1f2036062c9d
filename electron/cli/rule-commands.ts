import { type Command, InvalidArgumentError, Option } from 'commander'
import { z } from 'zod'
import { RefusalReason } from '../../shared/waiting.ts'
import { WriteRuleKind, WriteRuleWhen } from '../../shared/write-rules.ts'
import { clientName, oneOf, whole } from './arguments.ts'
import { carryFrom, carryTo } from './carried.ts'
import type { Place } from './place.ts'
import { addRule, listRules, type NewRule, readOnly, removeRule, whyRules } from './rules.ts'
import { accept, refuse, waiting } from './waiting.ts'

/** Rules for agents, and what waits because of them. */
export function addRuleCommands(variorum: Command, place: () => Place): void {
  addRules(variorum, place)
  addReadOnly(variorum, place)
  addWaiting(variorum, place)
}

function addRules(variorum: Command, place: () => Place): void {
  const rules = variorum.command('rules').description('where agents may write, and what they may see; never about you')
  rules
    .command('add')
    .description('add a rule after the others; of those that are about a path and an agent, the first applies')
    .requiredOption('--paths <pattern...>', 'files, folders or patterns: work/** or *.csv')
    .requiredOption('--do <what>', `what agents meet there: ${WriteRuleKind.options.join(', ')}`, oneOf(WriteRuleKind))
    .option(
      '--who <name>',
      'agent for every one, the name of one, outside for other programs (which cannot be stopped: what they do comes first in review), or all',
      clientName,
      'agent',
    )
    .option('--when <when>', `when: ${WriteRuleWhen.options.join(', ')}`, oneOf(WriteRuleWhen), 'always')
    .action((options: NewRule) => addRule(place(), options))
  rules
    .command('list')
    .description('list the rules')
    .option('--json', 'print JSON')
    .action((options: { json?: boolean }) => listRules(place(), options))
  rules
    .command('remove')
    .description('remove a rule')
    .argument('<number>', 'as “rules list” shows it', whole)
    .action((number: number) => removeRule(place(), number))
  rules
    .command('why')
    .description('which rules an agent meets at a path')
    .argument('<path>')
    .option('--who <name>', 'the name of one agent', clientName, 'agent')
    .option('--json', 'print JSON')
    .action((path: string, options: { who?: string; json?: boolean }) => whyRules(place(), path, options))
}

function addReadOnly(variorum: Command, place: () => Place): void {
  variorum
    .command('read-only')
    .description('let agents only read for now, or let them write again; without a word, say how it is')
    .argument('[to]', 'on or off', oneOf(z.enum(['on', 'off'])))
    .action((to?: 'on' | 'off') => readOnly(place(), to))
}

function addWaiting(variorum: Command, place: () => Place): void {
  variorum
    .command('waiting')
    .description('list what agents want to write, where a rule asks you first')
    .option('--json', 'print JSON')
    .addOption(
      new Option('--to <file>', 'write it to a new file, for another computer with a clone').conflicts([
        'json',
        'from',
      ]),
    )
    .addOption(new Option('--from <file>', 'let what such a file holds wait here, too').conflicts('json'))
    .action(({ to, from, ...options }: { json?: boolean; to?: string; from?: string }) => {
      if (to !== undefined) return carryTo(place(), to)
      return from === undefined ? waiting(place(), options) : carryFrom(place(), from)
    })
  variorum
    .command('accept')
    .description('save what waits, as the agent’s change')
    .argument('[id...]', 'as “waiting” lists them')
    .option('--all', 'everything')
    .action((ids: string[], options: { all?: boolean }) => accept(place(), ids, options))
  variorum
    .command('refuse')
    .description('do not save what waits')
    .argument('[id...]', 'as “waiting” lists them')
    .option('--all', 'everything')
    .option('--reason <text>', 'what the agent is told, once', reasonOf)
    .action((ids: string[], options: { all?: boolean; reason?: string }) => refuse(place(), ids, options))
}

function reasonOf(text: string): string {
  const reason = RefusalReason.safeParse(text)
  if (!reason.success) throw new InvalidArgumentError('Use at most 500 characters.')
  return reason.data
}
