import type { Command } from 'commander'
import { Untrusted } from '../../shared/export.ts'
import { ImportKind } from '../../shared/import.ts'
import { memoryFolder, oneOf, POINT } from './arguments.ts'
import { type ExportOptions, ExportTo, exportTo } from './export-to.ts'
import { importPaths } from './import.ts'
import type { Place } from './place.ts'

/** What is brought in, and what goes out. */
export function addTransfers(variorum: Command, place: () => Place): void {
  addExport(variorum, place)
  variorum
    .command('import')
    .description(
      'read what other programs know, or your notes, and let it wait as one proposal; nothing is written yet',
    )
    .argument('<path...>', 'an export of ChatGPT or Claude, an agent’s memory, rules files, a folder of notes')
    .option(
      '--as <kind>',
      `the format, instead of what it looks like: ${ImportKind.options.join(', ')}`,
      oneOf(ImportKind),
    )
    .option('--into <folder>', 'the folder of the memory that it goes to', memoryFolder)
    .option('--conversations', 'take the conversations in as well: they are listed, and can be continued')
    .option('--dry-run', 'say what would wait, and let nothing wait')
    .option('--json', 'print JSON')
    .action((paths: string[], options: Parameters<typeof importPaths>[2]) => importPaths(place(), paths, options))
}

function addExport(variorum: Command, place: () => Place): void {
  variorum
    .command('export')
    .description('copy the memory to a new folder or file; or put it into a section of a file that agents read')
    .argument('<target>', 'the folder or file to create; only with --to agents-md it may exist')
    .option(
      '--to <form>',
      'plain (a folder, the default), zip, claude-code (a folder as Claude Code keeps its memory), agents-md (a section of AGENTS.md, CLAUDE.md …), prompt (a text for another assistant), bundle (the whole history, for git)',
      oneOf(ExportTo),
    )
    .option('--at <point>', `with plain and zip, as the memory was at this point: ${POINT}`)
    .option('--file <path>', 'only this file of the memory')
    .option('--bundle', 'the same as --to bundle')
    .option(
      '--untrusted <how>',
      'what becomes of lines from outside: keep, mark or leave-out (default: keep in copies; mark in what other agents read: claude-code, agents-md, prompt)',
      oneOf(Untrusted),
    )
    .option(
      '--with-secrets',
      'export also what looks like a secret; without it, such places are listed and the exit code is 2',
    )
    .action((target: string, options: ExportOptions) => exportTo(place(), target, options))
}
