import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import * as nodePath from 'node:path'

// The modules and who imports whom, read from the sources. docs/architecture.md holds the drawing, and a test holds it
// to this; `node build/structure.ts` draws it again.

const root = nodePath.join(import.meta.dirname, '..')
const DOCUMENT = nodePath.join(root, 'docs', 'architecture.md')
const BEGIN = '<!-- modules: drawn by build/structure.ts -->'
const END = '<!-- modules: end -->'

interface Group {
  readonly title: string
  /** Each module with the paths that belong to it; of two that fit, the longer one counts. */
  readonly modules: Readonly<Record<string, readonly string[]>>
}

/** From the doors down to what everybody may use. */
const GROUPS: readonly Group[] = [
  {
    title: 'Doors',
    modules: {
      desktop: ['electron/desktop/'],
      browser: ['electron/browser/'],
      cli: ['electron/cli/'],
      library: ['electron/library/'],
    },
  },
  {
    title: 'Core',
    modules: {
      core: [
        'electron/core.ts',
        'electron/contract.ts',
        'electron/procedures/',
        'electron/app-state.ts',
        'electron/user-commands.ts',
        'electron/ask-again.ts',
        'electron/save-as.ts',
        'electron/copies.ts',
        'electron/audited.ts',
        'electron/file-format.ts',
        'electron/images.ts',
        'electron/store-path.ts',
      ],
      stores: ['electron/stores/'],
      log: ['electron/log.ts', 'electron/audit.ts'],
      policies: ['electron/policies/'],
      review: ['electron/review/'],
      upkeep: ['electron/upkeep/'],
      export: ['electron/export/'],
      agent: ['electron/agent/'],
      jobs: ['electron/jobs/'],
      'store-thread': ['electron/store-thread/'],
      policy: ['electron/policy/'],
      updates: ['electron/updates/'],
      settings: [
        'electron/announcements.ts',
        'electron/home.ts',
        'electron/node-version.ts',
        'electron/origins.ts',
        'electron/settings-file.ts',
        'electron/version.ts',
      ],
    },
  },
  {
    title: 'Store (memory/)',
    modules: {
      store: ['electron/memory/'],
      outside: ['electron/memory/outside/'],
      write: ['electron/memory/write/'],
      history: ['electron/memory/history/'],
      repo: ['electron/memory/repo/'],
      git: ['electron/memory/git/'],
      interface: ['electron/memory/store-interface.ts', 'electron/memory/paths.ts', 'electron/memory/store-errors.ts'],
    },
  },
  { title: 'Anybody', modules: { disk: ['electron/disk/'], shared: ['shared/'] } },
]

/** The page, drawn by itself: it meets the rest in the contract's type and in shared/. */
const PAGE_GROUPS: readonly Group[] = [
  {
    title: 'Page (renderer/)',
    modules: {
      frame: ['renderer/frame/', 'renderer/main.tsx', 'renderer/without-eval.ts'],
      panes: [
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
      ].map((name) => `renderer/${name}/`),
      'memory-parts': ['renderer/memory-parts/'],
      ui: ['renderer/ui/'],
      text: ['renderer/text/'],
      format: ['renderer/format/'],
      state: ['renderer/state/', 'renderer/wire.ts', 'renderer/locales/'],
    },
  },
]

export interface Edge {
  readonly from: string
  readonly to: string
}

function moduleOf(groups: readonly Group[], file: string): string | null {
  let found: { readonly name: string; readonly length: number } | null = null
  for (const { modules } of groups)
    for (const [name, paths] of Object.entries(modules))
      for (const path of paths)
        if ((path.endsWith('/') ? file.startsWith(path) : file === path) && path.length > (found?.length ?? 0))
          found = { name, length: path.length }
  return found?.name ?? null
}

function sources(): readonly string[] {
  const all = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.ts', '*.tsx'], {
    cwd: root,
    encoding: 'utf8',
  })
  return all.split('\n').filter((file) => file !== '' && !/\.(test|spec)\.tsx?$|\/(testing|tests)\//.test(file))
}

/** Sources that belong to no module of the drawing. */
export function strays(): readonly string[] {
  const groups = [...GROUPS, ...PAGE_GROUPS]
  return sources().filter((file) => /^(electron|renderer|shared)\//.test(file) && moduleOf(groups, file) === null)
}

/** Every import between two of these modules, once. Imports of types count too. */
export function edgesOf(groups: readonly Group[]): readonly Edge[] {
  const edges = new Set<string>()
  for (const file of sources()) {
    const from = moduleOf(groups, file)
    if (from === null) continue
    const text = readFileSync(nodePath.join(root, file), 'utf8')
    for (const [, specifier = ''] of text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)) {
      const to = moduleOf(groups, nodePath.posix.join(nodePath.posix.dirname(file), specifier))
      if (to !== null && to !== from) edges.add(`${from} ${to}`)
    }
  }
  return [...edges].toSorted().map((edge) => {
    const [from = '', to = ''] = edge.split(' ')
    return { from, to }
  })
}

/** Modules that reach themselves again. */
export function circles(edges: readonly Edge[]): readonly string[] {
  const next = new Map<string, string[]>()
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to])
  const reaches = (start: string): boolean => {
    const seen = new Set<string>()
    const pending = [...(next.get(start) ?? [])]
    for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
      if (at === start) return true
      if (seen.has(at)) continue
      seen.add(at)
      pending.push(...(next.get(at) ?? []))
    }
    return false
  }
  return [...next.keys()].filter(reaches)
}

/** Everybody may use disk and shared: those arrows would only hide the others. */
const IMPLIED = new Set(['disk', 'shared', 'interface'])

function draw(groups: readonly Group[], edges: readonly Edge[]): string {
  const lines = ['```mermaid', 'flowchart TD']
  for (const [at, { title, modules }] of groups.entries()) {
    lines.push(`  subgraph g${at}["${title}"]`)
    for (const name of Object.keys(modules)) lines.push(`    ${name}`)
    lines.push('  end')
  }
  for (const { from, to } of edges) if (!IMPLIED.has(to)) lines.push(`  ${from} --> ${to}`)
  return [...lines, '```'].join('\n')
}

export const MAIN_EDGES = edgesOf(GROUPS)
export const PAGE_EDGES = edgesOf(PAGE_GROUPS)

/** What docs/architecture.md says between its markers. */
export function drawing(): string {
  return `${BEGIN}\n\n${draw(GROUPS, MAIN_EDGES)}\n\n${draw(PAGE_GROUPS, PAGE_EDGES)}\n\n${END}`
}

export function drawingInDocument(): string {
  const text = readFileSync(DOCUMENT, 'utf8')
  return text.slice(text.indexOf(BEGIN), text.indexOf(END) + END.length)
}

if (import.meta.main) writeFileSync(DOCUMENT, readFileSync(DOCUMENT, 'utf8').replace(drawingInDocument(), drawing()))
