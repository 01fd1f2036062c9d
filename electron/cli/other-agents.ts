import type { Command } from 'commander'
import { ClientAccess } from '../../shared/clients.ts'
import { ProgramId, Scope } from '../connect/program-ids.ts'
import { agents } from './agents.ts'
import { clientName, memoryFolder, oneOf, port } from './arguments.ts'
import { clients, type ClientsOptions } from './clients.ts'
import { connect, type ConnectOptions } from './connect.ts'
import { mcp, type McpOptions, McpTools } from './mcp.ts'
import type { Place } from './place.ts'

/** What other agents do with the memory, and the memories that they keep themselves. */
export function addOtherAgents(variorum: Command, place: () => Place): void {
  variorum
    .command('mcp')
    .description('serve the memory to another agent over standard input and output (Model Context Protocol)')
    .option('--client <name>', 'the agent, such as “claude-code”; its commits name it', clientName)
    .option('--http', 'serve any agent that shows a token, over HTTP on this computer, until Ctrl-C')
    .option('--port <n>', 'the port, with --http', port)
    .option('--read-only', 'offer nothing that writes')
    .option('--tools <name>', 'memory: the one tool with the documented commands, instead of eight', oneOf(McpTools))
    .action((options: McpOptions) => mcp(place(), options))
  variorum
    .command('clients')
    .description('list the agents that used the memory through `mcp`, or change what one of them may do')
    .argument('[name]', 'as `--client` named it', clientName)
    .option('--access <what>', `what it may do: ${ClientAccess.options.join(', ')}`, oneOf(ClientAccess))
    .option('--folder <path>', 'the one folder of the memory that it may use; "" for all of it', memoryFolder)
    .option('--trusted', 'from its next start on, what it writes counts as an agent’s words, not as text from outside')
    .option('--no-trusted', 'what it writes is text from outside again')
    .option('--token', 'print a new token, for `mcp --http`; an earlier one is no longer valid')
    .option('--no-token', 'it has no token any more')
    .option('--json', 'print JSON')
    .action((name: string | undefined, options: ClientsOptions) => clients(place(), name, options))
  variorum
    .command('agents')
    .description(
      'list the memories that other agents keep on this computer, each in a folder of its own; touch nothing',
    )
    .option('--json', 'print JSON')
    .action((options: Parameters<typeof agents>[0]) => agents(options))
  variorum
    .command('connect')
    .description(
      'let another agent use the memory: add our entry to its configuration; without a name, list the programs and their files',
    )
    .argument('[program]', ProgramId.options.join(', '), oneOf(ProgramId))
    .option('--scope <name>', 'user: in all projects (the default); project: in this folder', oneOf(Scope))
    .option('--read-only', 'let it read only')
    .option('--dry-run', 'print what would change, and change nothing')
    .option('--remove', 'take our entry out again')
    .option('--test', 'start what our entry names, and make and undo a write in an empty memory')
    .option(
      '--memory',
      'claude-code: put its own memory into a folder of the store; with --test, ask Claude Code for it',
    )
    .option('--project <dir>', 'with --memory: the memory of this project; without it, of the one in this folder')
    .option('--all-projects', 'with --memory: one folder for all projects')
    .action((id: ProgramId | undefined, options: ConnectOptions) => connect(place(), id, options))
}
