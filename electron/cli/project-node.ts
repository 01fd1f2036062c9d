import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import * as nodePath from 'node:path'

// Loads on any Node that knows modules: see node-version.ts.

/** The Node that a checkout has installed, for callers with one that is too old; `null` for the package, which has none. */
export function projectNode(): string | null {
  try {
    const found = createRequire(import.meta.url).resolve('node/package.json')
    return nodePath.join(nodePath.dirname(found), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    return null
  }
}

/** Runs the same command on this Node, which ends when this process does. */
export function restartOn(node: string): void {
  // The channel closes when this process is killed, so that the child stops writing once the caller believes it ended.
  const child = spawn(node, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, VARIORUM_LAUNCHED: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('error', () => {
    process.stderr.write('Variorum couldn’t start its own Node. Run “npm install” in its folder, and try again.\n')
    process.exitCode = 1
  })
  child.on('close', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}
