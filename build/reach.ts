import { git, importersOf, readSources, type Source } from './imports.ts'

// Which tests a change reaches. Unit tests are found by what they import; end-to-end tests drive the built app, so they
// are found by the parts of it that they are about.

/** The end-to-end tests of each part. What reaches no part that is named here reaches all of them. */
export const END_TO_END: Readonly<Record<string, readonly string[]>> = {
  'electron/agent-folders/': ['agent-folders', 'agent-folders.spec', 'agents/memories'],
  'electron/browser/': ['door.spec', 'private', 'hostile/neighbours'],
  'electron/cli/': ['cli', 'network', 'compatible', 'install', 'conformance'],
  'electron/connect/': ['connect', 'memory-home'],
  'electron/desktop/': ['desktop'],
  'electron/library/': ['install'],
  'electron/agent/': [
    'story.spec',
    'conversations.spec',
    'messages.spec',
    'models.spec',
    'long-work.spec',
    'compatible',
    'network',
    'torture/turns',
  ],
  'electron/agent/memory-tool/': ['conformance', 'hostile/paths'],
  'electron/jobs/': ['jobs.spec', 'long-work.spec'],
  'electron/mcp/': [
    'agents/',
    'bundles',
    'conformance/',
    'mcp',
    'mcp-http',
    'mcp-keeper',
    'hostile/mcp',
    'hostile/mcp-http',
    'private',
    'torture/swarm',
  ],
  'electron/memory/': [
    'check.spec',
    'scale.spec',
    'rollback.spec',
    'odd-history.spec',
    'timeline.spec',
    'conformance',
    'cli',
    'torture/',
    'hostile/folders',
    'hostile/paths',
  ],
  'electron/policy-keeper/': ['policies.spec', 'secrets.spec'],
  'electron/policy/': ['policies.spec', 'secrets.spec', 'messages.spec'],
  'electron/import/': ['cli'],
  'electron/review/': ['review.spec', 'rules.spec', 'poison.spec'],
  'electron/store-thread/': ['scale.spec', 'torture/writers'],
  'electron/stores/': ['stores.spec'],
  'electron/upkeep/': ['upkeep.spec'],
  'electron/export/': ['files.spec', 'cli'],
  'renderer/chat/': ['story.spec', 'conversations.spec', 'messages.spec', 'models.spec', 'hostile/markup.spec'],
  'renderer/first-run/': ['first-run.spec'],
  'renderer/frame/': ['story.spec', 'keyboard.spec', 'looks.spec', 'palette.spec'],
  'renderer/jobs/': ['jobs.spec', 'long-work.spec'],
  'renderer/memory/': ['files.spec', 'editor.spec', 'search.spec', 'rollback.spec'],
  'renderer/memory-parts/': ['diff.spec', 'files.spec', 'timeline.spec', 'hostile/markup.spec'],
  'renderer/palette/': ['palette.spec', 'search.spec'],
  'renderer/policies/': ['policies.spec', 'secrets.spec'],
  'renderer/review/': ['review.spec'],
  'renderer/settings/': ['models.spec', 'audit.spec', 'door.spec'],
  'renderer/stores/': ['stores.spec'],
  'renderer/timeline/': ['timeline.spec', 'rollback.spec'],
  'renderer/upkeep/': ['upkeep.spec'],
}

/** These put the parts together: what is above them is no part's own. */
const isWhole = (file: string): boolean =>
  /^(?:electron\/(?:core|contract)\.ts|electron\/procedures\/|renderer\/(?:frame\/|main\.tsx))/.test(file)

const roomOf = (file: string): string => file.split('/').slice(0, 2).join('/')
const isUnitTest = (file: string): boolean => /\.test\.tsx?$/.test(file) && !file.startsWith('e2e/')
const isEndToEnd = (file: string): boolean => /^e2e\/.*\.(?:test|spec)\.ts$/.test(file)

export interface Reached {
  readonly unit: readonly string[]
  /** Below `e2e/`, in vitest and in the browser. */
  readonly built: readonly string[]
  readonly browser: readonly string[]
  readonly conformance: boolean
}

/** What these changed files reach; null if that may be anything. */
export function reachedBy(changed: readonly string[], sources: readonly Source[] = readSources()): Reached | null {
  // What every test or build depends on.
  if (changed.some((file) => /^[^/]+\.(?:json|ts)$|^build\/(?!.*\.test\.ts$)|\.css$/.test(file))) return null
  const all = importersOf(sources, changed)
  // Which test reads a file of data, nobody says: any of its room.
  const rooms = new Set(changed.filter((file) => !/\.(?:tsx?|md|po)$/.test(file)).map(roomOf))
  const unit = sources.filter(({ file }) => isUnitTest(file) && (all.has(file) || rooms.has(roomOf(file))))
  const isOwn = (file: string): boolean =>
    /^(?:electron|renderer|shared)\//.test(file) && !isUnitTest(file) && (!isWhole(file) || changed.includes(file))
  const parts = [...importersOf(sources, changed, isWhole)].filter(isOwn)
  const names = new Set(
    Object.entries(END_TO_END).flatMap(([part, tests]) => (parts.some((file) => file.startsWith(part)) ? tests : [])),
  )
  // The window that is walked through, for whatever is shown in it.
  if (parts.some((file) => file.startsWith('renderer/'))) names.add('accessibility.spec')
  const isNowhere = parts.length > 0 && names.size === 0
  const isReached = (file: string): boolean => all.has(file) || isNowhere || [...names].some((name) => isOf(name, file))
  const endToEnd = sources.filter(({ file }) => isEndToEnd(file) && isReached(file)).map(({ file }) => file)
  return {
    unit: unit.map(({ file }) => file),
    built: endToEnd.filter((file) => file.endsWith('.test.ts')),
    browser: endToEnd.filter((file) => file.endsWith('.spec.ts')),
    conformance: isNowhere || names.has('conformance') || changed.some((file) => file.startsWith('e2e/conformance/')),
  }
}

/** Whether a test file is the one that a name stands for, or in the folder. */
export function isOf(name: string, file: string): boolean {
  const path = `e2e/${name}`
  return path.endsWith('/') ? file.startsWith(path) : [`${path}.ts`, `${path}.test.ts`].includes(file)
}

/** What differs from `base`, committed or not: by default from where this branch left `main`. */
export function changedSince(base: string | undefined): readonly string[] {
  const [from = 'HEAD'] = base === undefined ? git('merge-base', 'HEAD', 'main') : [base]
  return [...git('diff', '--name-only', '--no-renames', from), ...git('ls-files', '-o', '--exclude-standard')]
}
