#!/usr/bin/env node
import { spawn } from 'node:child_process'
// As a default import: older versions of Node, which run this file too, lack some of its names.
import nodeModule from 'node:module'
import * as nodePath from 'node:path'
import { CompiledProgram } from './compiled-program.ts'

/** The first version whose proxy and certificates can be set at run time. */
const WANTED = { major: 24, minor: 14 }

/** The Node that this project installs, for callers with an older one; `null` if it is not installed. */
function projectNode(): string | null {
  try {
    const found = nodeModule.createRequire(import.meta.url).resolve('node/package.json')
    return nodePath.join(nodePath.dirname(found), 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  } catch {
    return null // Not installed: use the caller's Node.
  }
}

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const isOld = major < WANTED.major || (major === WANTED.major && minor < WANTED.minor)
const newer = isOld ? projectNode() : null
if (newer === null) {
  // For what is loaded later. The program itself keeps more than Node does.
  nodeModule.enableCompileCache(nodePath.join(import.meta.dirname, 'compile-cache'))
  new CompiledProgram(nodePath.join(import.meta.dirname, 'cli', 'run.cjs')).run()
} else {
  // The channel closes when this process is killed, so that the child stops writing once the caller believes it ended.
  const child = spawn(newer, process.argv.slice(1), {
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
