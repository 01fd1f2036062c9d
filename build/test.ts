import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { availableParallelism, tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { parseArgs } from 'node:util'
import { buildAll } from './build.ts'
import { findChromium } from './chromium.ts'
import { changedSince, reachedBy } from './reach.ts'
import { slowestFiles } from './slowest-files.ts'

// npm test                                everything
// npm test -- --only lint,unit            these steps
// npm test -- electron/policy/x.test.ts   these test files; *.spec.ts files run in the browser
// npm test -- --changed [--base COMMIT]   what the changes since then reach (reach.ts); by default since this branch left main

const root = nodePath.join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)
/** Everything temporary of this run. */
const temporary = mkdtempSync(nodePath.join(temporaryFolder(), 'variorum-'))
process.once('exit', () => rmSync(temporary, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1))
const SLOWEST_SHOWN = 10

/**
 * Where tests put their folders: in memory where Linux has room for it, since half of what a store does is to wait for
 * the disk. Set `TMPDIR` to have them on a disk.
 */
function temporaryFolder(): string {
  const [inMemory, room] = ['/dev/shm', 8 * 1024 ** 3]
  if (process.env.TMPDIR !== undefined) return tmpdir()
  try {
    const { bavail, bsize } = statfsSync(inMemory)
    return bavail * bsize > room ? inMemory : tmpdir()
  } catch {
    return tmpdir() // Only Linux has it.
  }
}

/** A package's own command, run on this very Node. */
function bin(name: string, file: string, ...args: readonly string[]): readonly string[] {
  return [nodePath.join(nodePath.dirname(require.resolve(`${name}/package.json`)), file), ...args]
}

const report = (name: string): string => nodePath.join(temporary, `${name}.json`)
const vitest = (...args: readonly string[]): readonly string[] => {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report('vitest')}`]
  return bin('vitest', 'vitest.mjs', 'run', ...reporters, ...args)
}
const playwright = (...args: readonly string[]): readonly string[] =>
  bin('@playwright/test', 'cli.js', 'test', '--config', 'e2e/playwright.config.ts', ...args)

interface Step {
  /** What `--only` takes. */
  readonly name: string
  readonly about: string
  readonly args: readonly string[]
  readonly needsBuild?: true
  /** Has one thread, or little to do: such steps run side by side. */
  readonly isLight?: true
  readonly env?: NodeJS.ProcessEnv
}

/** Everything that must hold, cheapest first. */
const STEPS: readonly Step[] = [
  { name: 'types', about: 'the types of each part', args: ['build/typecheck.ts'], isLight: true },
  {
    name: 'stand-in',
    about: "the desktop's sources against the stand-in",
    args: ['build/check-stand-in.ts'],
    isLight: true,
  },
  { name: 'lint', about: 'the linter', args: bin('oxlint', 'bin/oxlint'), isLight: true },
  { name: 'format', about: 'the formatter', args: bin('oxfmt', 'bin/oxfmt', '--check'), isLight: true },
  { name: 'translations', about: "the page's strings", args: ['build/check-translations.ts'], isLight: true },
  {
    name: 'unit',
    about: 'unit and property tests',
    args: vitest('--project', 'main', '--project', 'beside', '--project', 'renderer'),
  },
  {
    name: 'built',
    about: 'the built command line and desktop, torture in short form',
    args: vitest('--project', 'built'),
    needsBuild: true,
  },
  {
    name: 'conformance',
    about: 'the memory tool against its specification',
    // One more than there are cores, as for the unit tests: some wait for git.
    args: [
      'e2e/conformance/run.mjs',
      '--quiet',
      '--hosts',
      'e2e/conformance/hosts.ts',
      '--jobs',
      `${availableParallelism() + 1}`,
      `"${process.execPath}" out/cli.js exec`,
    ],
    needsBuild: true,
    // What the app keeps of each store does not belong into the home of whoever runs this.
    env: { VARIORUM_HOME: nodePath.join(temporary, 'home') },
  },
  { name: 'package', about: 'what electron-builder packs', args: ['build/package-check.ts'], needsBuild: true },
  { name: 'browser', about: 'the window in a browser', args: playwright(), needsBuild: true },
]

function stepsFor(only: string | undefined, files: readonly string[]): readonly Step[] {
  if (files.length > 0) {
    const specs = files.filter((file) => file.endsWith('.spec.ts'))
    const tests = files.filter((file) => !specs.includes(file))
    const needsBuild = files.some((file) => /^(\.\/)?e2e\//.test(file))
    const step = (name: string, args: readonly string[]): Step => ({
      name,
      about: 'the files named',
      args,
      ...(needsBuild ? { needsBuild } : {}),
    })
    return [
      ...(tests.length > 0 ? [step('unit', vitest(...tests))] : []),
      ...(specs.length > 0 ? [step('browser', playwright(...specs))] : []),
    ]
  }
  const wanted = only?.split(',')
  const unknown = wanted?.filter((name) => !STEPS.some((step) => step.name === name)) ?? []
  if (unknown.length > 0) {
    process.stderr.write(
      `No such step: ${unknown.join(', ')}. There are ${STEPS.map(({ name }) => name).join(', ')}.\n`,
    )
    process.exit(2)
  }
  return sideBySide(STEPS.filter(({ name }) => wanted?.includes(name) ?? true))
}

/** The light steps, and of the others what the changes reach. */
function stepsForChanges(base: string | undefined): readonly Step[] {
  const changed = changedSince(base)
  const reached = reachedBy(changed)
  if (reached === null) return stepsFor(undefined, [])
  const files = [...reached.unit, ...reached.built, ...reached.browser]
  process.stdout.write(`${changed.length} files changed; ${files.length} files of tests are reached.\n`)
  return [
    ...STEPS.filter(({ name, isLight }) => isLight === true || (name === 'conformance' && reached.conformance)),
    ...(files.length > 0 ? stepsFor(undefined, files) : []),
  ]
}

/** Unit tests need the processor and the built program the disk, so both together take hardly longer than one. */
function sideBySide(steps: readonly Step[]): readonly Step[] {
  const [unit, built] = ['unit', 'built'].map((name) => steps.find((step) => step.name === name))
  if (unit === undefined || built === undefined) return steps
  const both = { ...built, name: 'unit, built', about: `${unit.about}; ${built.about}`, args: vitest() }
  return steps.flatMap((step) => (step === unit ? [both] : step === built ? [] : [step]))
}

interface Result {
  readonly name: string
  readonly passed: boolean
  readonly seconds: number
}

/** One after the other, but light ones that follow each other at once. */
async function runAll(steps: readonly Step[]): Promise<readonly Result[]> {
  const [first, ...rest] = steps
  if (first === undefined) return []
  const heavy = steps.findIndex(({ isLight }) => isLight !== true)
  const light = steps.slice(0, heavy < 0 ? steps.length : heavy)
  if (light.length < 2) return [await run(first, 'inherit'), ...(await runAll(rest))]
  const results = await Promise.all(light.map((step) => run(step, 'pipe')))
  return [...results, ...(await runAll(steps.slice(light.length)))]
}

/** @param output "pipe" shows what a step says when it has ended */
async function run({ name, about, args, env: own }: Step, output: 'inherit' | 'pipe'): Promise<Result> {
  const began = performance.now()
  const title = `\n— ${name}: ${about}\n`
  if (output === 'inherit') process.stdout.write(title)
  // The build sets NODE_ENV to "production", under which texts are not put together as in tests.
  const env = {
    ...process.env,
    INIT_CWD: root,
    TMPDIR: temporary,
    NODE_ENV: 'development',
    // Several processes run at once: each has one thread to compile and to collect garbage, instead of four.
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --v8-pool-size=1`,
    VARIORUM_BROWSER_REPORT: report('browser'),
    // What Playwright has made of the specs, for the next run.
    PWTEST_CACHE_DIR: nodePath.join(root, 'node_modules', '.cache', 'playwright'),
    ...own,
  }
  const child = spawn(process.execPath, args, { cwd: root, stdio: ['inherit', output, output], env })
  let said = output === 'inherit' ? '' : title
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (data: Buffer) => (said += data.toString()))
  const [code] = await once(child, 'close')
  const seconds = (performance.now() - began) / 1000
  process.stdout.write(`${said}${code === 0 ? 'passed' : 'FAILED'} in ${seconds.toFixed(1)} s\n`)
  return { name, passed: code === 0, seconds }
}

function readReport(name: string): string | null {
  try {
    return readFileSync(report(name), 'utf8')
  } catch {
    return null // The step did not run, or ended before it wrote one.
  }
}

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' }, changed: { type: 'boolean' }, base: { type: 'string' } },
  allowPositionals: true,
})
const steps = values.changed === true ? stepsForChanges(values.base) : stepsFor(values.only, positionals)
if (steps.some(({ needsBuild }) => needsBuild)) {
  await buildAll()
  process.env.VARIORUM_IS_BUILT = '1'
  // Found once: the one inside a package is unpacked into the usual temporary folder, and stays there.
  process.env.CHROMIUM = (await findChromium(process.env)).executablePath
}
const results = await runAll(steps)

process.stdout.write('\nSteps\n')
for (const { name, passed, seconds } of results)
  process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${name}${passed ? '' : '  FAILED'}\n`)
process.stdout.write(`${(performance.now() / 1000).toFixed(1).padStart(7)} s  in all, with the build\n`)
const slowest = slowestFiles({ vitest: readReport('vitest'), playwright: readReport('browser') })
if (slowest.length > 0) process.stdout.write('\nSlowest files\n')
for (const { file, seconds } of slowest.slice(0, SLOWEST_SHOWN))
  process.stdout.write(`${seconds.toFixed(1).padStart(7)} s  ${nodePath.relative(root, file)}\n`)
const failed = results.filter(({ passed }) => !passed).length
process.stdout.write(`\n${results.length - failed} passed, ${failed} failed\n`)
process.exitCode = failed === 0 ? 0 : 1
