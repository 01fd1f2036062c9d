#!/usr/bin/env node
import { spawn } from 'node:child_process'
// As a whole: older versions of Node, which run this file too, lack some of its names.
import nodeModule from 'node:module'
import * as nodePath from 'node:path'

const WANTED_MAJOR = 24

/** The Node that this project brings along, for callers whose own is older; null where it is not installed. */
function projectNode(): string | null {
  try {
    const found = nodeModule.createRequire(import.meta.url).resolve('node/package.json')
    return nodePath.join(nodePath.dirname(found), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    return null // Not installed: the caller's Node has to do.
  }
}

const newer = Number(process.versions.node.split('.')[0]) < WANTED_MAJOR ? projectNode() : null
if (newer === null) {
  // What V8 made of the code is kept beside it: the build fills it, every start is the faster for it.
  nodeModule.enableCompileCache(nodePath.join(import.meta.dirname, 'compile-cache'))
  const { main } = await import('./main.ts')
  process.exitCode = await main(process.argv.slice(2))
} else {
  // The channel tells the child when this process is killed, so that nothing is written after the caller thinks it is over.
  const child = spawn(newer, process.argv.slice(1), {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, VARIORUM_LAUNCHED: '1' },
  })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('error', () => {
    process.stderr.write('Variorum could not start its own Node. Run "npm install" in its folder and try again.\n')
    process.exitCode = 1
  })
  child.on('close', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1)
  })
}
