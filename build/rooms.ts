// The rooms of the house, and who may import whom: the one place that says so. structure.ts holds the sources to it, and
// draws it in docs/architecture.md.

export interface Room {
  /** Its paths; of two rooms that a file fits, the one with the longer path has it. */
  readonly at: readonly string[]
  /** The rooms that it may import, besides those for everybody. */
  readonly imports: readonly string[]
  /** It imports no other room but these: nothing of what is for everybody, either. */
  readonly isLow?: true
  /** Its folders import each other no more than those of other rooms. */
  readonly isApart?: true
}

export interface Group {
  readonly title: string
  readonly rooms: Readonly<Record<string, Room>>
}

/** For everybody but low rooms; left out of the drawing, in which they would only hide the other arrows. */
export const FOR_EVERYBODY = ['disk', 'shared', 'interface']

/** From the doors down to what everybody may use. */
export const MAIN: readonly Group[] = [
  {
    title: 'Doors',
    rooms: {
      desktop: { at: ['electron/desktop/'], imports: ['agent', 'browser', 'core', 'log', 'mcp', 'settings'] },
      browser: { at: ['electron/browser/'], imports: ['core', 'export', 'settings'] },
      cli: {
        at: ['electron/cli/'],
        imports: ['agent', 'browser', 'connect', 'core', 'mcp', 'policy-keeper', 'settings'],
      },
      mcp: { at: ['electron/mcp/'], imports: ['agent', 'browser', 'core', 'settings'] },
      library: { at: ['electron/library/'], imports: ['agent', 'core', 'settings'] },
    },
  },
  {
    title: 'Core',
    rooms: {
      core: {
        at: [
          'electron/core.ts',
          'electron/contract.ts',
          'electron/procedures/',
          'electron/app-state.ts',
          'electron/user-commands.ts',
          'electron/user-stores.ts',
          'electron/other-agents.ts',
          'electron/ask-again.ts',
          'electron/save-as.ts',
          'electron/settings-changes.ts',
          'electron/copies.ts',
          'electron/file-format.ts',
          'electron/images.ts',
          'electron/keeping.ts',
          'electron/open-outside.ts',
          'electron/store-path.ts',
        ],
        imports: [
          'agent',
          'agent-folders',
          'connect',
          'export',
          'import',
          'jobs',
          'policy-keeper',
          'log',
          'review',
          'settings',
          'stores',
          'updates',
        ],
      },
      stores: {
        at: ['electron/stores/'],
        imports: [
          'agent',
          'import',
          'jobs',
          'policy-keeper',
          'log',
          'repo',
          'review',
          'settings',
          'store',
          'store-thread',
          'upkeep',
        ],
      },
      // The memories that other programs keep.
      'agent-folders': { at: ['electron/agent-folders/'], imports: ['connect', 'git', 'settings'] },
      // Other programs' configuration, which starts the door `mcp`.
      connect: { at: ['electron/connect/'], imports: ['settings'] },
      log: { at: ['electron/log.ts', 'electron/audit.ts'], imports: ['agent', 'policy-keeper'] },
      'policy-keeper': { at: ['electron/policy-keeper/'], imports: ['agent', 'policy', 'settings'] },
      review: { at: ['electron/review/'], imports: ['checks', 'policy'] },
      upkeep: { at: ['electron/upkeep/'], imports: ['agent', 'checks', 'policy-keeper', 'review'] },
      // What a text says, and what is wrong with it; decides, purely, on values.
      checks: { at: ['electron/upkeep/checks/'], imports: ['shared'], isLow: true },
      export: { at: ['electron/export/'], imports: ['checks'] },
      // What other programs know, read from their exports and folders; decides, purely, on bytes.
      import: { at: ['electron/import/'], imports: ['checks', 'review'] },
      agent: { at: ['electron/agent/'], imports: [] },
      jobs: { at: ['electron/jobs/'], imports: ['agent'] },
      'store-thread': { at: ['electron/store-thread/'], imports: ['git', 'policy-keeper', 'outside', 'store'] },
      // Decides, purely, on values.
      policy: { at: ['electron/policy/'], imports: ['disk', 'shared'], isLow: true },
      updates: { at: ['electron/updates/'], imports: [] },
      settings: {
        at: [
          'electron/announcements.ts',
          'electron/clients.ts',
          'electron/home.ts',
          'electron/node-version.ts',
          'electron/settings-file.ts',
          'electron/version.ts',
        ],
        imports: [],
      },
    },
  },
  {
    title: 'Store (memory/)',
    rooms: {
      store: { at: ['electron/memory/'], imports: ['devices', 'git', 'history', 'outside', 'repo', 'write'] },
      // Several devices that share a store: keys, merges, and a round with the remote.
      devices: { at: ['electron/memory/devices/'], imports: ['git', 'outside', 'repo', 'write'] },
      outside: { at: ['electron/memory/outside/'], imports: ['git', 'repo', 'write'] },
      write: { at: ['electron/memory/write/'], imports: ['git', 'repo'] },
      history: { at: ['electron/memory/history/'], imports: ['git', 'repo'] },
      repo: { at: ['electron/memory/repo/'], imports: ['git'] },
      git: { at: ['electron/memory/git/'], imports: ['disk', 'shared'], isLow: true },
      // All that other rooms see of a store.
      interface: {
        at: [
          'electron/memory/store-interface.ts',
          'electron/memory/store-options.ts',
          'electron/memory/shared-store-interface.ts',
          'electron/memory/paths.ts',
          'electron/memory/store-errors.ts',
        ],
        imports: ['disk', 'shared'],
        isLow: true,
      },
    },
  },
  {
    title: 'Anybody',
    rooms: {
      disk: { at: ['electron/disk/'], imports: ['shared'], isLow: true },
      shared: { at: ['shared/'], imports: [], isLow: true },
    },
  },
]

const PANES = [
  'first-run',
  'chat',
  'memory',
  'timeline',
  'review',
  'policies',
  'jobs',
  'palette',
  'settings',
  'stores',
  'upkeep',
]

/** The page, drawn by itself: it meets the rest in the contract's type and in shared/. */
export const PAGE: readonly Group[] = [
  {
    title: 'Page (renderer/)',
    rooms: {
      frame: {
        at: ['renderer/frame/', 'renderer/main.tsx', 'renderer/without-eval.ts'],
        imports: ['format', 'memory-parts', 'panes', 'shared', 'state', 'text', 'ui'],
        isLow: true,
      },
      panes: {
        at: PANES.map((name) => `renderer/${name}/`),
        imports: ['format', 'memory-parts', 'shared', 'state', 'text', 'ui'],
        isLow: true,
        isApart: true,
      },
      'memory-parts': {
        at: ['renderer/memory-parts/'],
        imports: ['format', 'shared', 'state', 'text', 'ui'],
        isLow: true,
      },
      text: { at: ['renderer/text/'], imports: ['format', 'shared', 'state', 'ui'], isLow: true },
      ui: { at: ['renderer/ui/'], imports: ['format', 'shared', 'state'], isLow: true },
      format: { at: ['renderer/format/'], imports: ['shared'], isLow: true },
      state: {
        at: ['renderer/state/', 'renderer/wire.ts', 'renderer/locales/'],
        imports: ['format', 'shared'],
        isLow: true,
      },
    },
  },
]

/** What drives the product from outside; in the drawing of neither. */
export const AROUND: Readonly<Record<string, Room>> = {
  testing: { at: ['testing/'], imports: ['build', 'shared'], isLow: true },
  e2e: { at: ['e2e/'], imports: ['build', 'testing'], isLow: true },
  build: { at: ['build/'], imports: ['desktop', 'shared', 'testing', 'updates'], isLow: true },
}

/** A type that the page sees of the core, beyond its rooms. */
export const CONTRACT = { of: 'renderer/', type: 'electron/contract.ts' }

/** The one home of a package, or of all those that begin with "@name/". */
export const HOMES: readonly { readonly of: readonly string[]; readonly at: string; readonly typesAt?: string }[] = [
  { of: ['electron', 'electron-updater'], at: 'electron/desktop/' },
  { of: ['isomorphic-git'], at: 'electron/memory/git/config.ts', typesAt: 'electron/memory/git/' },
  { of: ['chokidar'], at: 'electron/memory/outside/watcher.ts' },
  { of: ['yauzl'], at: 'electron/import/open-zip.ts' },
  { of: ['@modelcontextprotocol/client'], at: 'electron/connect/try-start.ts' },
  { of: ['@modelcontextprotocol/'], at: 'electron/mcp/' },
  { of: ['jsonc-parser'], at: 'electron/connect/json-format.ts' },
  { of: ['@decimalturn/toml-patch'], at: 'electron/connect/toml-format.ts' },
  { of: ['@anthropic-ai/', 'openai'], at: 'electron/agent/providers/', typesAt: 'electron/agent/' },
]

/** The packages of a folder, where they are few, and what its files are but for these. */
export const PACKAGES: readonly { readonly in: string; readonly may: RegExp; readonly butFor?: readonly string[] }[] = [
  // The last words messages where the page does not.
  { in: 'shared/', may: /^(?:zod|diff)$/, butFor: ['shared/messages/english.ts'] },
  // It runs in a browser.
  { in: 'renderer/', may: /^(?!node:)/ },
]
