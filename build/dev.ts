import { spawn } from 'node:child_process'
import * as nodePath from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

// npm run dev: the page with hot reload, and the core restarted whenever one of its sources changes. Both run in
// browser mode, on a home and a store of their own (.dev/, or VARIORUM_HOME).

const root = nodePath.join(import.meta.dirname, '..')
const HOST = '127.0.0.1'
const PAGE_PORT = 5173
const CORE_PORT = 7434
const core = `http://${HOST}:${CORE_PORT}`

const page = await createServer({
  configFile: fileURLToPath(new URL('vite.renderer.ts', import.meta.url)),
  server: {
    host: HOST,
    port: PAGE_PORT,
    strictPort: true,
    proxy: {
      // The door answers its own page only, so requests come to it under its own name.
      '/api': { target: core, ws: true, changeOrigin: true, headers: { origin: core } },
      '^/\\?token=': { target: core, changeOrigin: true },
    },
  },
})
await page.listen()

const child = spawn(
  process.execPath,
  ['--watch', '--watch-preserve-output', 'electron/cli/run.ts', 'serve', '--no-open', '--port', String(CORE_PORT)],
  {
    cwd: root,
    stdio: ['inherit', 'pipe', 'inherit'],
    env: { ...process.env, VARIORUM_HOME: process.env.VARIORUM_HOME ?? nodePath.join(root, '.dev') },
  },
)
for await (const line of createInterface({ input: child.stdout }))
  process.stdout.write(`${line.replace(`${HOST}:${CORE_PORT}`, `${HOST}:${PAGE_PORT}`)}\n`)
await page.close()
