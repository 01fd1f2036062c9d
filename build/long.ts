import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import * as nodePath from 'node:path'
import { parseArgs } from 'node:util'

// npm run long -- NAME [--count N] [--seed N]: a test that runs in short form in `npm test`, in full.

interface LongTest {
  readonly files: readonly string[]
  readonly count: number
  /** Run once with each of these values of a variable. */
  readonly each?: { readonly variable: string; readonly values: readonly string[] }
}

const LONG: Readonly<Record<string, LongTest>> = {
  fuzz: { files: ['electron/memory/tests/fuzz.test.ts', 'electron/policy-keeper/fuzz.test.ts'], count: 10_000 },
  'line-ends': {
    files: [
      'electron/memory/git/line-ends.test.ts',
      'electron/memory/git/attributes.test.ts',
      'electron/memory/git/user-config.test.ts',
      'electron/memory/tests/line-ends.test.ts',
    ],
    count: 2_000,
  },
  'hostile-folders': {
    files: [
      'electron/memory/tests/hostile-folders.test.ts',
      'electron/stores/hostile-folders.test.ts',
      'e2e/hostile/folders.test.ts',
    ],
    count: 1,
  },
  // Every hostile path and value in every place where an agent can put one.
  'mcp-hostile': { files: ['e2e/hostile/mcp.test.ts'], count: 1 },
  'git-links': { files: ['electron/memory/tests/git-links.test.ts'], count: 2_000 },
  'odd-history': { files: ['e2e/odd-history.spec.ts'], count: 60 },
  'hidden-text': { files: ['electron/policy-keeper/hidden-text.test.ts'], count: 1_000 },
  'changed-parts': { files: ['electron/policy/redaction/changed-part.test.ts'], count: 5_000 },
  rules: { files: ['electron/policy-keeper/write-rules.test.ts'], count: 10_000 },
  redaction: {
    files: [
      'electron/policy/redaction/redact.test.ts',
      'electron/policy/redaction/session-cookies.test.ts',
      'electron/policy/gate.test.ts',
    ],
    count: 30_000,
  },
  store: { files: ['electron/memory/tests/store.property.test.ts'], count: 1_000 },
  'agent-writers': { files: ['electron/memory/tests/agent-writers.test.ts'], count: 5_000 },
  // So many months of three devices.
  'devices-month': { files: ['electron/memory/tests/devices-month.test.ts'], count: 10 },
  undo: { files: ['electron/memory/tests/undo-histories.test.ts'], count: 5_000 },
  lineage: { files: ['electron/agent/memory-tool/lineage.test.ts'], count: 200 },
  sessions: { files: ['electron/review/sessions.test.ts'], count: 200 },
  conversations: { files: ['electron/agent/long-conversation.test.ts'], count: 30 },
  'random-conversations': { files: ['electron/agent/random-conversations.test.ts'], count: 300 },
  streams: { files: ['electron/agent/streams.test.ts', 'electron/agent/cut.test.ts'], count: 20_000 },
  'config-files': { files: ['electron/connect/config-format.test.ts'], count: 3_000 },
  tidy: { files: ['electron/upkeep/tidy/keeps.test.ts'], count: 10_000 },
  year: { files: ['electron/upkeep/year.test.ts'], count: 120 },
  // Every version of Node that the package promises to run on.
  install: { files: ['e2e/install.test.ts'], count: 1 },
  // The protocol's official suite; from the network, unless VARIORUM_CONFORMANCE names a folder that has it.
  'official-conformance': { files: ['e2e/conformance/official/official.test.ts'], count: 1 },
  'mcp-conformance': {
    files: ['e2e/conformance/over-mcp.test.ts', 'e2e/mcp.test.ts'],
    count: 1,
    each: { variable: 'VARIORUM_MCP_LINE', values: ['1.x', '2.x', '2.x newest'] },
  },
  // With the official check; from the network, unless VARIORUM_MCPB names a folder that has it.
  bundles: { files: ['e2e/bundles.test.ts'], count: 1 },
  // Claude Code, Codex, OpenCode, Gemini CLI and the MCP inspector; on Linux only. Each is killed so many times.
  agents: { files: ['e2e/agents/agents.test.ts'], count: 3 },
  // What Claude Code (so many memories) and Codex keep by themselves; on Linux only.
  'agent-folders': { files: ['e2e/agents/memories.test.ts'], count: 300 },
  // The first minutes in another engine that is installed here, with pictures of the main views.
  firefox: { files: ['e2e/engines/play-firefox.ts'], count: 1 },
  webkit: { files: ['e2e/engines/play-webkit.ts'], count: 1 },
  // With a transcript of 200 MB.
  transcripts: {
    files: ['electron/agent-folders/claude-words.test.ts', 'electron/agent-folders/session-files.test.ts'],
    count: 300,
  },
  // An export of so many megabytes, in one zip, beside `unzip -t`.
  import: { files: ['electron/import/large-export.test.ts'], count: 1_000 },
  'json-items': { files: ['electron/import/json-items.test.ts'], count: 5_000 },
  // One of ten also goes through native git.
  divergences: { files: ['shared/merge/divergences.test.ts'], count: 10_000 },
  'ignore-rules': { files: ['electron/memory/outside/ignore-rules.test.ts'], count: 10_000 },
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: 'string' }, seed: { type: 'string' } },
})
const test = LONG[positionals[0] ?? '']
if (test === undefined) {
  process.stderr.write(`npm run long -- NAME [--count N] [--seed N]\nNAME is one of ${Object.keys(LONG).join(', ')}.\n`)
  process.exit(2)
}
const [count, seed] = [values.count ?? String(test.count), values.seed ?? String(Date.now() % 1_000_000)]
process.stdout.write(`${positionals[0]}: ${count} of each, seed ${seed}\n`)
const programOf = (name: string, file: string): string =>
  nodePath.join(nodePath.dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), file)
const isOfPage = test.files.every((file) => file.endsWith('.spec.ts'))
const isFromOutside = test.files.some((file) => file.startsWith('e2e/'))
const isProgram = test.files.every((file) => !/\.(?:test|spec)\.ts$/.test(file))
const program = isProgram
  ? []
  : isOfPage
    ? [programOf('@playwright/test', 'cli.js'), 'test', '-c', 'e2e/playwright.config.ts']
    : [programOf('vitest', 'vitest.mjs'), 'run', '--testTimeout', '3600000']
if (isFromOutside) spawnSync(process.execPath, ['build/build.ts'], { stdio: 'inherit' })
const { variable, values: each } = test.each ?? { variable: 'VARIORUM_SEED', values: [seed] }
const codes = each.map((value) => {
  const env = { ...process.env, VARIORUM_LONG: count, VARIORUM_SEED: seed, [variable]: value }
  return spawnSync(process.execPath, [...program, ...test.files], { stdio: 'inherit', env }).status
})
process.exit(codes.every((code) => code === 0) ? 0 : 1)
