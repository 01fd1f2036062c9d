import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { runProgram } from './programs.ts'

/** Versions of Node that the package promises to run on: the first, and the newest of each line. */
const PROMISED = ['22.13.0', '22', '24', '26']
const CACHE = nodePath.join(import.meta.dirname, '..', 'node_modules', '.cache', 'nodes')

export interface SomeNode {
  readonly version: string
  /** The path of its program. */
  readonly node: string
}

/** The Node that runs the tests; in a long run every one that is promised, each fetched once from npm's registry. */
export async function nodesToTry(): Promise<readonly SomeNode[]> {
  if (process.env.VARIORUM_LONG === undefined) return [{ version: process.versions.node, node: process.execPath }]
  return Promise.all(PROMISED.map(fetched))
}

async function fetched(version: string): Promise<SomeNode> {
  const { platform, arch } = process
  const name = `node-${platform === 'win32' ? 'win' : platform}-${arch}`
  const folder = nodePath.join(CACHE, version)
  const node = nodePath.join(folder, 'node_modules', name, 'bin', platform === 'win32' ? 'node.exe' : 'node')
  await fs.mkdir(folder, { recursive: true })
  await fs.writeFile(nodePath.join(folder, 'package.json'), '{}')
  const { code, err } = await runProgram({
    file: platform === 'win32' ? 'npm.cmd' : 'npm',
    args: ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', `${name}@${version}`],
    cwd: folder,
  })
  if (code !== 0) throw new Error(`Node ${version} could not be fetched: ${err.toString()}`)
  return { version, node }
}
