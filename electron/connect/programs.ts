import * as nodePath from 'node:path'
import { CLAUDE_CODE } from '../../shared/layout.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import type { Environment } from '../home.ts'
import type { ConfigFormat, Table } from './config-format.ts'
import { jsonFormat } from './json-format.ts'
import type { ProgramId, Scope } from './program-ids.ts'
import { TOML } from './toml-format.ts'

// What is known of the programs that we can be connected to. A further one is a further entry of PROGRAMS.

/** The computer, as the programs see it. */
export interface System {
  readonly platform: NodeJS.Platform
  readonly env: Environment
  /** The account's home folder. */
  readonly userHome: string
  /** The folder of the project. */
  readonly project: string
}

/** What starts us: a program, its arguments, and what must stand in its environment. */
export interface Start {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

type Folder = (system: System) => string

interface Place {
  readonly folder: Folder
  /** One of these is the file: the first that is there, else the first. */
  readonly files: readonly [string, ...string[]]
}

export interface Program {
  readonly name: string
  /**
   * One that is started from a desktop may not have the PATH of a terminal (macOS gives it the system's own folders), so
   * that its entry names every program by its whole path.
   */
  readonly startedFrom: 'terminal' | 'desktop'
  readonly format: ConfigFormat
  /** The key of its list of servers. */
  readonly list: string
  readonly entry: (start: Start) => Table
  readonly places: Readonly<Partial<Record<Scope, Place>>>
  /** Commands and folders by which it is found on this computer. */
  readonly signs: { readonly commands: readonly string[]; readonly folder: Folder }
  /** What the program itself still asks; of a project's file, if that differs. */
  readonly asks: Message
  readonly asksInProject?: Message
}

export const STRICT_JSON = { comments: false, trailingCommas: false }
const STRICT = jsonFormat(STRICT_JSON)
const COMMENTED = jsonFormat({ comments: true, trailingCommas: false })
const LENIENT = jsonFormat({ comments: true, trailingCommas: true })

const pathsOf = ({ platform }: System): nodePath.PlatformPath =>
  platform === 'win32' ? nodePath.win32 : nodePath.posix
const home: Folder = ({ userHome }) => userHome
const project: Folder = ({ project }) => project
const within =
  (base: Folder, ...names: readonly string[]): Folder =>
  (system) =>
    pathsOf(system).join(base(system), ...names)
/** The folder that a variable names, where it is set. */
const named =
  (variable: string, otherwise: Folder): Folder =>
  (system) => {
    const folder = system.env[variable]
    return folder === undefined || !pathsOf(system).isAbsolute(folder) ? otherwise(system) : folder
  }
const bySystem =
  (linux: Folder, darwin: Folder, win32: Folder): Folder =>
  (system) => {
    const folders: Partial<Record<NodeJS.Platform, Folder>> = { darwin, win32 }
    return (folders[system.platform] ?? linux)(system)
  }

const dotConfig = within(home, '.config')
const xdgConfig = named('XDG_CONFIG_HOME', dotConfig)
const applicationSupport = within(home, 'Library', 'Application Support')
const appData = named('APPDATA', within(home, 'AppData', 'Roaming'))
const settingsOf = (...names: readonly string[]): Folder =>
  bySystem(within(xdgConfig, ...names), within(applicationSupport, ...names), within(appData, ...names))

const claude = settingsOf('Claude')
const codex = named('CODEX_HOME', within(home, '.codex'))
const cursor = within(home, '.cursor')
const gemini = within(named('GEMINI_CLI_HOME', home), '.gemini')
// On every system.
const opencode = within(xdgConfig, 'opencode')
const code = settingsOf('Code', 'User')
export const codeInsiders = settingsOf('Code - Insiders', 'User')
const windsurf = within(home, '.codeium', 'windsurf')
const zed = bySystem(within(xdgConfig, 'zed'), within(dotConfig, 'zed'), within(appData, 'Zed'))

const withEnv = (entry: Table, env: Start['env'], key: string): Table =>
  Object.keys(env).length === 0 ? entry : { ...entry, [key]: env }
const plain = ({ command, args, env }: Start): Table => withEnv({ command, args }, env, 'env')
const typed = (start: Start): Table => ({ type: 'stdio', ...plain(start) })
const asOneList = ({ command, args, env }: Start): Table =>
  withEnv({ type: 'local', command: [command, ...args] }, env, 'environment')

export const PROGRAMS: Readonly<Record<ProgramId, Program>> = {
  'claude-code': {
    name: CLAUDE_CODE,
    startedFrom: 'terminal',
    // Of a comment it says that the file is malformed, and loads nothing.
    format: STRICT,
    list: 'mcpServers',
    entry: plain,
    places: {
      user: { folder: named('CLAUDE_CONFIG_DIR', home), files: ['.claude.json'] },
      project: { folder: project, files: ['.mcp.json'] },
    },
    signs: { commands: ['claude'], folder: named('CLAUDE_CONFIG_DIR', within(home, '.claude')) },
    asks: say('claude-code-asks'),
    asksInProject: say('claude-code-asks-project'),
  },
  'claude-desktop': {
    name: 'Claude Desktop',
    startedFrom: 'desktop',
    // A trailing comma fails without a word.
    format: STRICT,
    list: 'mcpServers',
    entry: plain,
    places: { user: { folder: claude, files: ['claude_desktop_config.json'] } },
    signs: { commands: [], folder: claude },
    asks: say('claude-desktop-asks'),
  },
  codex: {
    name: 'Codex',
    startedFrom: 'terminal',
    format: TOML,
    list: 'mcp_servers',
    entry: plain,
    places: {
      user: { folder: codex, files: ['config.toml'] },
      project: { folder: within(project, '.codex'), files: ['config.toml'] },
    },
    signs: { commands: ['codex'], folder: codex },
    asks: say('codex-asks'),
    asksInProject: say('codex-asks-project'),
  },
  cursor: {
    name: 'Cursor',
    startedFrom: 'desktop',
    format: LENIENT,
    list: 'mcpServers',
    entry: plain,
    places: {
      user: { folder: cursor, files: ['mcp.json'] },
      project: { folder: within(project, '.cursor'), files: ['mcp.json'] },
    },
    signs: { commands: ['cursor'], folder: cursor },
    asks: say('cursor-asks'),
  },
  gemini: {
    name: 'Gemini CLI',
    startedFrom: 'terminal',
    // It keeps comments, but does not start with a trailing comma.
    format: COMMENTED,
    list: 'mcpServers',
    entry: plain,
    places: {
      user: { folder: gemini, files: ['settings.json'] },
      project: { folder: within(project, '.gemini'), files: ['settings.json'] },
    },
    signs: { commands: ['gemini'], folder: gemini },
    asks: say('gemini-asks'),
  },
  opencode: {
    name: 'OpenCode',
    startedFrom: 'terminal',
    format: LENIENT,
    list: 'mcp',
    entry: asOneList,
    places: {
      user: { folder: opencode, files: ['opencode.jsonc', 'opencode.json'] },
      project: { folder: project, files: ['opencode.json', 'opencode.jsonc'] },
    },
    signs: { commands: ['opencode'], folder: opencode },
    asks: say('opencode-asks'),
  },
  vscode: {
    name: 'VS Code',
    startedFrom: 'desktop',
    format: LENIENT,
    list: 'servers',
    entry: typed,
    places: {
      user: { folder: code, files: ['mcp.json'] },
      project: { folder: within(project, '.vscode'), files: ['mcp.json'] },
    },
    signs: { commands: ['code'], folder: code },
    asks: say('vscode-asks'),
  },
  windsurf: {
    name: 'Windsurf',
    startedFrom: 'desktop',
    format: LENIENT,
    list: 'mcpServers',
    entry: plain,
    places: { user: { folder: windsurf, files: ['mcp_config.json'] } },
    signs: { commands: ['windsurf'], folder: windsurf },
    asks: say('windsurf-asks'),
  },
  zed: {
    name: 'Zed',
    startedFrom: 'desktop',
    format: LENIENT,
    list: 'context_servers',
    entry: plain,
    places: {
      user: { folder: zed, files: ['settings.json'] },
      project: { folder: within(project, '.zed'), files: ['settings.json'] },
    },
    signs: { commands: ['zed', 'zeditor'], folder: zed },
    asks: say('zed-asks'),
    asksInProject: say('zed-asks-project'),
  },
}
