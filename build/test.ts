import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import * as nodePath from 'node:path'
import { buildAll } from './build.ts'

const root = nodePath.join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)

/** A package's own command, run on this very Node. */
function bin(name: string, file: string, ...args: readonly string[]): readonly string[] {
  return [nodePath.join(nodePath.dirname(require.resolve(`${name}/package.json`)), file), ...args]
}

/** Everything that must hold, cheapest first. */
const STEPS: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['types', bin('typescript', 'bin/tsc', '--noEmit')],
  ["the desktop's sources against the stand-in for Electron", ['build/check-stand-in.ts']],
  ['lint', bin('oxlint', 'bin/oxlint')],
  ['translations', ['build/check-translations.ts']],
  ['unit and property tests, built command line', bin('vitest', 'vitest.mjs', 'run')],
  ['conformance of the memory tool', ['e2e/conformance/run.mjs', '--quiet', `"${process.execPath}" out/cli.js exec`]],
  ['the package', ['build/package-check.ts']],
  ['the window in a browser', bin('@playwright/test', 'cli.js', 'test', '--config', 'e2e/playwright.config.ts')],
]

await buildAll()
let failed = 0
for (const [name, args] of STEPS) {
  const began = performance.now()
  process.stdout.write(`\n— ${name}\n`)
  // The build before says "production", under which texts are not put together as in tests.
  const { status } = spawnSync(process.execPath, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, INIT_CWD: root, NODE_ENV: 'development' },
  })
  if (status !== 0) failed += 1
  process.stdout.write(
    `${status === 0 ? 'passed' : 'FAILED'} in ${((performance.now() - began) / 1000).toFixed(1)} s\n`,
  )
}
process.stdout.write(`\n${STEPS.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
