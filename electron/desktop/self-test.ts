import { once } from 'node:events'
import { mkdtempSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { Worker } from 'node:worker_threads'
import { safeStorage, type WebContents } from 'electron'
import type { Core } from '../core.ts'
import { withoutArchives } from '../disk/ordinary-archives.ts'
import { defaultStore } from '../home.ts'
import { isAvailable } from './key-chain.ts'
import { PAGE_ORIGIN } from './page-protocol.ts'

/** One check and its result: for the installed app, whose parts no outside test can reach. */
interface Finding {
  readonly what: string
  readonly ok: boolean
  readonly detail: string
}

export interface SelfTest {
  /** The file for the report; `null` is standard output. */
  readonly file: string | null
  /** Temporary: removed at the end. */
  readonly home: string
}

const TIMEOUT_MS = 30_000
const FLAG = '--self-test'

/** `--self-test` or `--self-test=FILE`: everything runs in a temporary home, away from the user's. */
export function prepareSelfTest(args: readonly string[]): SelfTest | null {
  const asked = args.find((arg) => arg === FLAG || arg.startsWith(`${FLAG}=`))
  if (asked === undefined) return null
  const home = mkdtempSync(nodePath.join(tmpdir(), 'variorum-self-test-'))
  // The window itself is tested, not what is asked before it.
  writeFileSync(nodePath.join(home, 'settings.json'), JSON.stringify({ welcomed: true }), { mode: 0o600 })
  process.env.VARIORUM_HOME = home
  return { file: asked.slice(FLAG.length + 1) || null, home }
}

/** Closes the core. @returns the exit code: 0 if every check passed */
export async function runSelfTest({ file, home }: SelfTest, page: WebContents, core: Core): Promise<number> {
  const findings: Finding[] = []
  for (const [what, run] of checks(page)) {
    try {
      findings.push({ what, ok: true, detail: await within(run()) })
    } catch (error) {
      findings.push({ what, ok: false, detail: error instanceof Error ? error.message : String(error) })
    }
  }
  const ok = findings.every((finding) => finding.ok)
  const report = `${JSON.stringify({ ok, versions: process.versions, platform: process.platform, findings }, null, 2)}\n`
  if (file === null) process.stdout.write(report)
  else writeFileSync(file, report)
  // Windows keeps what Chromium still has open. That fails no check.
  await removeHome(home, core).catch(() => undefined)
  return ok ? 0 : 1
}

async function removeHome(home: string, core: Core): Promise<void> {
  await within(core.close())
  await rm(home, { recursive: true, force: true, maxRetries: 5 })
}

function checks(page: WebContents): readonly (readonly [what: string, run: () => Promise<string>])[] {
  return [
    ['sqlite with full-text search', sqlite],
    ["a worker from the app's location", worker],
    ['key chain', keyChain],
    ["the page comes from the app's own protocol", () => askPage(page, PROTOCOL)],
    ['the page reaches the core', () => askPage(page, REACHES_CORE)],
    ['the page has nothing of Node or Electron', () => askPage(page, NOTHING_OF_NODE)],
    ["the page's policy", () => askPage(page, POLICY)],
    ['a file named like an archive', () => archive(page)],
  ]
}

async function sqlite(): Promise<string> {
  const { DatabaseSync } = await import('node:sqlite')
  const db = new DatabaseSync(':memory:')
  try {
    db.exec(
      `CREATE VIRTUAL TABLE texts USING fts5(text, tokenize = 'trigram'); INSERT INTO texts VALUES ('Ana is allergic to shellfish')`,
    )
    expectThat(
      db.prepare(`SELECT count(*) AS n FROM texts WHERE texts MATCH 'shellf'`).get()?.['n'] === 1,
      'the trigram index does not find what is in it',
    )
    return String(db.prepare('SELECT sqlite_version() AS v').get()?.['v'])
  } finally {
    db.close()
  }
}

async function worker(): Promise<string> {
  const started = new Worker(new URL('self-test-worker.js', import.meta.url))
  try {
    const [message] = await once(started, 'message')
    return String(message)
  } finally {
    await started.terminate()
  }
}

async function keyChain(): Promise<string> {
  if (!(await isAvailable())) return 'none here: keys are kept for a run only'
  const { result } = await safeStorage.decryptStringAsync(await safeStorage.encryptStringAsync('a key'))
  expectThat(result === 'a key', 'what was encrypted is not decrypted')
  return 'encrypts and decrypts'
}

/** Another program writes it; the store sees and reads it, and the page shows it. */
async function archive(page: WebContents): Promise<string> {
  const file = nodePath.join(defaultStore(process.env), 'a.asar')
  withoutArchives(() => writeFileSync(file, SEEN))
  return askPage(page, SHOWS_ARCHIVE)
}

async function askPage(page: WebContents, expression: string): Promise<string> {
  const answer: unknown = await page.executeJavaScript(expression)
  expectThat(typeof answer === 'string' && answer.startsWith('ok'), String(answer))
  return String(answer)
}

function expectThat(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Error(otherwise)
}

async function within<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${TIMEOUT_MS / 1000} s`)), TIMEOUT_MS)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

// Expressions for the page. Each evaluates to a text; one that begins with "ok" has passed.

const PROTOCOL = `location.href.startsWith(${JSON.stringify(`${PAGE_ORIGIN}/`)}) ? 'ok ' + location.href : location.href`
const REACHES_CORE = `new Promise((done) => { const look = () => (document.querySelector('textarea')?.placeholder.includes('demo') ? done('ok') : setTimeout(look, 50)); look() })`
const NOTHING_OF_NODE = `[typeof require, typeof process, typeof module, ...Object.keys(globalThis).filter((name) => /electron|ipc/i.test(name))].join() === 'undefined,undefined,undefined' ? 'ok' : 'something of Node or Electron is there'`
const SEEN = 'The text of an ordinary file'
const SHOWS_ARCHIVE = `new Promise((done) => { location.hash = '#/memory/a.asar'; const look = () => (document.body.innerText.includes(${JSON.stringify(SEEN)}) ? done('ok') : setTimeout(look, 50)); look() })`
/** An image from elsewhere and code from text must be refused; in a separate task, as this one may be exempt. */
const POLICY = `new Promise((done) => setTimeout(() => {
  let evaluated = false
  try { evaluated = (0, eval)('1') === 1 } catch {}
  document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => { if (effectiveDirective === 'img-src') done(evaluated ? 'text became code' : 'ok') })
  new Image().src = 'https://example.invalid/x.png'
}))`
