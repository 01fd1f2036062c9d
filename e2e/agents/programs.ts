import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'

/** Someone's computer: the home, and where the model answers. */
export interface User {
  readonly home: string
  readonly model: string
  readonly key: string
  /** What starts the memory's server, for those that have no configuration. */
  readonly server: { readonly args: readonly string[]; readonly env: Readonly<Record<string, string>> }
}

export interface Start {
  /** Below `node_modules` of where the packages were installed; or a script of ours. */
  readonly file: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

export interface AgentProgram {
  readonly name: string
  /** The package and its version; none if it is ours. */
  readonly package: string | null
  /** What its own tool for editing files calls its arguments: models use these names for ours, too. */
  readonly edit: { readonly path: string; readonly old: string; readonly new: string }
  /** Writes its configuration without the memory, which `variorum connect` adds. @returns how it is started with one thing to do */
  prepare(user: User): Promise<Start>
  /** What the server sent, of what the model was given. */
  unwrapped(result: string): string
}

const ASKED = 'Remember what matters.'

const claude: AgentProgram = {
  name: 'claude-code',
  package: '@anthropic-ai/claude-code@2.1.332',
  edit: { path: 'file_path', old: 'old_string', new: 'new_string' },
  async prepare({ model, key }) {
    return {
      file: '@anthropic-ai/claude-code-linux-x64/claude',
      // With nobody to ask, it refuses every tool that was not allowed.
      args: ['-p', ASKED, '--allowedTools', 'mcp__variorum', '--model', 'claude-sonnet-4-5'],
      env: {
        ANTHROPIC_BASE_URL: model,
        ANTHROPIC_API_KEY: key,
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
        // The tools themselves are offered, and not a tool that finds them.
        ENABLE_TOOL_SEARCH: 'false',
        // It waits for its servers; otherwise the model begins without one that is slow to start.
        MCP_CONNECTION_NONBLOCKING: 'false',
      },
    }
  },
  unwrapped: (result) => result.replace(/(?:\n\n<system-reminder>[^]*?<\/system-reminder>)+$/, ''),
}

/** Claude Code with our plugin in a folder. */
export const withPlugin = (folder: string): AgentProgram => ({
  ...claude,
  // Nothing is connected.
  package: null,
  async prepare(user) {
    const { file, args, env } = await claude.prepare(user)
    const [asking = '', asked = '', ...others] = args.map((each) => each.replace('mcp__variorum', PLUGINS_TOOLS))
    return {
      file,
      args: [asking, asked, '--plugin-dir', folder, ...others],
      // Its memory is the account's own one.
      env: { ...env, ...user.server.env },
    }
  },
})
/** How Claude Code names the tools of a plugin's server. */
const PLUGINS_TOOLS = 'mcp__plugin_variorum_variorum'

/** What its user would add to the entry for a run with nobody to ask. */
const FOR_CODEX = [
  // Otherwise it refuses what destroys.
  'default_tools_approval_mode="approve"',
  // It waits for the server; otherwise the model begins without one that is slow to start.
  'required=true',
  'startup_timeout_sec=300',
]
const codex: AgentProgram = {
  name: 'codex',
  package: '@openai/codex@0.171.0',
  edit: { path: 'path', old: 'old_str', new: 'new_str' },
  async prepare({ home, model, key }) {
    await write(
      home,
      '.codex/config.toml',
      [
        'model = "gpt-5.1"',
        'model_provider = "scripted"',
        '[model_providers.scripted]',
        'name = "scripted"',
        `base_url = "${model}/v1"`,
        'wire_api = "responses"',
        'env_key = "MODEL_KEY"',
        'request_max_retries = 0',
        'stream_max_retries = 0',
        '',
      ].join('\n'),
    )
    return {
      file: '@openai/codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex',
      args: [
        'exec',
        '--skip-git-repo-check',
        ...FOR_CODEX.flatMap((each) => ['-c', `mcp_servers.variorum.${each}`]),
        ASKED,
      ],
      env: { MODEL_KEY: key },
    }
  },
  unwrapped: (result) => result.replace(/^Wall time: .*\nOutput:\n/, ''),
}

const opencode: AgentProgram = {
  name: 'opencode',
  package: 'opencode-ai@1.18.33',
  edit: { path: 'filePath', old: 'oldString', new: 'newString' },
  async prepare({ home, model, key }) {
    // The key stands in the environment alone, as with the others.
    await write(home, '.config/opencode/opencode.json', {
      model: 'scripted/scripted',
      small_model: 'scripted/scripted',
      autoupdate: false,
      share: 'disabled',
      provider: {
        scripted: {
          npm: '@ai-sdk/openai-compatible',
          name: 'Scripted',
          options: { baseURL: `${model}/v1`, apiKey: '{env:MODEL_KEY}' },
          models: { scripted: { name: 'Scripted', tool_call: true, limit: { context: 200_000, output: 8_000 } } },
        },
      },
    })
    return {
      file: 'opencode-linux-x64/bin/opencode',
      args: ['run', ASKED],
      env: {
        MODEL_KEY: key,
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      },
    }
  },
  unwrapped: (result) => result,
}

const gemini: AgentProgram = {
  name: 'gemini',
  package: '@google/gemini-cli@0.61.0',
  // It checks the arguments by the schema itself.
  edit: { path: 'path', old: 'old_str', new: 'new_str' },
  async prepare({ home, model, key }) {
    await write(home, '.gemini/settings.json', {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      telemetry: { enabled: false },
      general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    })
    return {
      file: '@google/gemini-cli/bundle/gemini.js',
      // With nobody to ask, it offers no tool of a server that its entry does not trust.
      args: ['-p', ASKED, '--yolo', '-m', 'gemini-2.5-pro'],
      env: {
        GOOGLE_GEMINI_BASE_URL: model,
        GEMINI_API_KEY: key,
        // Nor does it start in a folder that nobody trusted.
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
        GEMINI_CLI_NO_RELAUNCH: 'true',
      },
    }
  },
  unwrapped(result) {
    const [, text] = /^MCP tool .* reported tool error .*"text":("(?:[^"\\]|\\.)*")/.exec(result) ?? []
    if (text !== undefined) return String(JSON.parse(text))
    return result.replace(/^<untrusted_context>\n/, '').replace(/\n<\/untrusted_context>$/, '')
  },
}

/** The official client and nothing else, for where nothing can be installed. */
const standIn = (name: string): AgentProgram => ({
  name,
  package: null,
  edit: { path: 'filePath', old: 'oldString', new: 'newString' },
  prepare: async ({ model, key, server }) => ({
    file: nodePath.join(import.meta.dirname, 'stand-in.ts'),
    args: [`${model}/v1/chat/completions`, process.execPath, ...server.args],
    env: { MODEL_KEY: key, ...server.env },
  }),
  unwrapped: (result) => result,
})

export const PROGRAMS: readonly AgentProgram[] = [claude, codex, opencode, gemini]
export const STAND_INS: readonly AgentProgram[] = [standIn('first'), standIn('second')]

async function write(home: string, name: string, contents: string | object): Promise<void> {
  const file = nodePath.join(home, name)
  await fs.mkdir(nodePath.dirname(file), { recursive: true })
  await fs.writeFile(file, typeof contents === 'string' ? contents : JSON.stringify(contents))
}
