import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'

interface Played {
  /** Where it tells how it was started. */
  readonly told: string
  /** Whether it says where its memory is. */
  readonly says?: boolean
}

/** Puts a program `claude` into a folder that says, like Claude Code, where its memory is, and then waits for a model. */
export async function playClaudeCode(folder: string, { told, says = true }: Played): Promise<void> {
  const script = `#!${process.execPath}
const fs = require('node:fs'), path = require('node:path')
const { env } = process
fs.writeFileSync(${JSON.stringify(told)}, JSON.stringify({ env, args: process.argv.slice(2) }))
const read = (file) => {
  try { return JSON.parse(fs.readFileSync(file, 'utf8')).autoMemoryDirectory } catch { return undefined }
}
const auto = env.CLAUDE_COWORK_MEMORY_PATH_OVERRIDE || ['settings.local.json', 'settings.json']
  .map((name) => read(path.join('.claude', name))).find(Boolean) || read(path.join(env.HOME, '.claude', 'settings.json'))
if (${JSON.stringify(says)}) {
  console.log(JSON.stringify({ type: 'system', subtype: 'init', memory_paths: { auto: auto + path.sep } }))
  setInterval(() => {}, 1000)
}
`
  await fs.mkdir(folder, { recursive: true })
  await fs.writeFile(nodePath.join(folder, 'claude'), script, { mode: 0o755 })
}
