import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'

// An account's home in which other agents have worked, as they leave it: measured with Claude Code 2.1.332, Codex 0.171.0 and
// Gemini CLI 0.61.0.

/** All that decides where they keep their files. */
export function agentEnv(home: string): Readonly<Record<string, string>> {
  const named = [
    'CLAUDE_CONFIG_DIR',
    'CLAUDE_CODE_REMOTE_MEMORY_DIR',
    'CLAUDE_COWORK_MEMORY_PATH_OVERRIDE',
    'CODEX_HOME',
    'GEMINI_CLI_HOME',
  ]
  return {
    HOME: home,
    USERPROFILE: home,
    XDG_CONFIG_HOME: nodePath.join(home, '.config'),
    APPDATA: nodePath.join(home, 'AppData', 'Roaming'),
    ...Object.fromEntries(named.map((name) => [name, ''])),
  }
}

/** Where VS Code keeps its settings. */
export const CODE_USER =
  process.platform === 'darwin'
    ? 'Library/Application Support/Code/User'
    : process.platform === 'win32'
      ? 'AppData/Roaming/Code/User'
      : '.config/Code/User'

export const CODE_MEMORY = `${CODE_USER}/globalStorage/github.copilot-chat/memory-tool/memories`

/** As Claude Code names the folder of a project. */
export const slugOf = (project: string): string => project.replaceAll(/[^A-Za-z0-9]/g, '-')

/** Where Claude Code keeps the memory of a project, from the home. */
export const claudeMemory = (project: string): string => `.claude/projects/${slugOf(project)}/memory`

/** The beginning of a transcript. */
export const sessionIn = (cwd: string): string =>
  [
    { type: 'summary', summary: 'A session', leafUuid: 'b5' },
    { parentUuid: null, isSidechain: false, userType: 'external', cwd, sessionId: 's', type: 'user', message: {} },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join('')

/** Writes files below a folder. */
export async function writeBelow(home: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    const file = nodePath.join(home, path)
    await fs.mkdir(nodePath.dirname(file), { recursive: true })
    await fs.writeFile(file, text)
  }
}

const FACT = `---
name: build-needs-node-24
description: The build needs Node 24
metadata:
  node_type: memory
  type: project
---
The build needs Node 24.
`

/** Every agent's memory: Claude Code's of two projects, one of them known by name only. */
export async function makeAgentHome(home: string): Promise<void> {
  const [portal, notes] = ['portal', 'notes.app'].map((name) => nodePath.join(home, 'work', name))
  if (portal === undefined || notes === undefined) return
  await writeBelow(home, {
    '.claude.json': JSON.stringify({ projects: { [notes]: {} } }),
    [`${claudeMemory(portal)}/MEMORY.md`]: '- [Node 24](build-needs-node-24.md) — the build needs it\n',
    [`${claudeMemory(portal)}/build-needs-node-24.md`]: FACT,
    [`.claude/projects/${slugOf(portal)}/0f5c.jsonl`]: sessionIn(portal),
    '.claude/projects/-srv-legacy-shop/memory/MEMORY.md': '- [Shop](shop.md) — runs on Perl\n',
    '.codex/memories/memory_summary.md': 'v1\n',
    '.codex/memories/MEMORY.md': '# Task group: portal\n',
    '.gemini/projects.json': JSON.stringify({ projects: { [notes]: 'notes-app' } }),
    '.gemini/tmp/notes-app/memory/MEMORY.md': '- Tests run with vitest.\n',
    [`${CODE_MEMORY}/preferences.md`]: '- Prefers tabs.\n',
  })
}
