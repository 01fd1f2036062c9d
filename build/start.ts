import { spawn, spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import * as nodePath from 'node:path'
import { parseArgs } from 'node:util'
import { buildAll } from './build.ts'
import { electronBinary } from './electron-binary.ts'
import { sandboxFacts, whyNoSandbox } from './linux-sandbox.ts'

const root = nodePath.join(import.meta.dirname, '..')
const DOWNLOAD_MS = 120_000

type Found = { readonly binary: string } | { readonly why: string }

/** Electron's binary, downloaded if necessary; or why it cannot be used, as the start of a sentence. */
function findElectron(): Found {
  const isLinux = process.platform === 'linux'
  if (isLinux && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return { why: 'There is no display' }
  const found = electronOnDisk()
  // Without its sandbox it would abort; it is never started without one.
  const why = isLinux && 'binary' in found ? whyNoSandbox(sandboxFacts(found.binary)) : null
  return why === null ? found : { why }
}

function electronOnDisk(): Found {
  const present = electronBinary()
  if (present !== null) return { binary: present }
  process.stdout.write('Fetching Electron, once…\n')
  const install = createRequire(import.meta.url).resolve('electron/install.js')
  spawnSync(process.execPath, [install], { stdio: 'ignore', timeout: DOWNLOAD_MS })
  const fetched = electronBinary()
  return fetched === null ? { why: 'Electron could not be downloaded' } : { binary: fetched }
}

/** Runs the app until it exits, and passes on its exit code. */
function run(command: string, args: readonly string[]): void {
  const child = spawn(command, args, { stdio: 'inherit' })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal))
  child.on('close', (code) => {
    process.exitCode = code ?? 1
  })
}

const { values } = parseArgs({
  options: { browser: { type: 'boolean' }, 'no-open': { type: 'boolean' }, port: { type: 'string' } },
})
await buildAll()
const electron = values.browser === true ? null : findElectron()
if (electron !== null && 'binary' in electron) {
  run(electron.binary, [root])
} else {
  if (electron !== null) process.stdout.write(`${electron.why}, so Variorum runs in the browser.\n`)
  run(process.execPath, [
    nodePath.join(root, 'out', 'cli.js'),
    'serve',
    ...(values['no-open'] === true ? ['--no-open'] : []),
    ...(values.port === undefined ? [] : ['--port', values.port]),
  ])
}
