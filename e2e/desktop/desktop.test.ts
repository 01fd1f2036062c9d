import { spawn, type ChildProcess } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { findChromium } from '../../build/chromium.ts'

const HERE = import.meta.dirname
const MAIN = nodePath.join(HERE, '..', '..', 'out', 'desktop', 'main.js')

interface Told {
  readonly what: string
  readonly [detail: string]: unknown
}

/** The built main process on the stand-in, and everything it told. */
class Desktop {
  readonly told: Told[] = []
  readonly #child: ChildProcess
  #wake: () => void = () => undefined

  constructor(child: ChildProcess) {
    this.#child = child
    if (child.stdout !== null) {
      createInterface({ input: child.stdout }).on('line', (line) => {
        this.told.push(JSON.parse(line))
        this.#wake()
      })
    }
    child.on('close', () => this.#wake())
  }

  async hear(what: string, from = 0): Promise<Told> {
    for (;;) {
      const found = this.told.slice(from).find((each) => each.what === what)
      if (found !== undefined) return found
      if (this.#child.exitCode !== null) throw new Error(`ended without telling "${what}": ${JSON.stringify(this.told)}`)
      await new Promise<void>((resolve) => (this.#wake = resolve))
    }
  }

  /** What an expression becomes in the page. */
  async ask(expression: string): Promise<unknown> {
    const from = this.told.length
    this.#child.stdin?.write(expression)
    return (await this.hear('answer', from)).value
  }

  kill(): void {
    this.#child.kill('SIGKILL')
  }
}

let home = ''
let desktop: Desktop | null = null
beforeEach(async () => {
  home = await fs.realpath(await fs.mkdtemp(nodePath.join(tmpdir(), 'variorum-desktop-')))
})
afterEach(async () => {
  desktop?.kill()
  await fs.rm(home, { recursive: true, force: true })
})

async function start(env: Readonly<Record<string, string>> = {}): Promise<Desktop> {
  const { executablePath, args } = await findChromium(process.env)
  const child = spawn(process.execPath, ['--import', nodePath.join(HERE, 'register.ts'), MAIN], {
    env: { ...process.env, VARIORUM_HOME: home, STAND_IN_CHROMIUM: executablePath, STAND_IN_ARGS: args.join(' '), ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  desktop = new Desktop(child)
  return desktop
}

/** The page knows the settings, so the core has answered. */
const UNTIL = `new Promise((done, fail) => { const look = () => { const { placeholder = '' } = document.querySelector('textarea') ?? {}; if (placeholder.includes('demo')) done(placeholder); else requestAnimationFrame(look) }; setTimeout(() => fail(new Error(document.body.innerText)), 20000); look() })`

test('on a stand-in for Electron: what must be said before ready is said then, the window is confined, and the page talks to the core', async () => {
  const running = await start()
  await running.hear('loaded')
  expect(running.told.find(({ what }) => what === 'lock asked')).toMatchObject({ ready: false })
  expect(running.told.find(({ what }) => what === 'scheme')).toMatchObject({ ready: false, schemes: [{ scheme: 'variorum', privileges: { standard: true, secure: true } }] })
  expect(running.told.find(({ what }) => what === 'window')).toMatchObject({ ready: true, hasPreload: true, preferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false } })
  expect(running.told.filter(({ what }) => what === 'permission').every(({ granted }) => granted === false)).toBe(true)
  expect(running.told.find(({ what }) => what === 'menu')?.roles).toContain('editMenu')
  expect(await running.ask(UNTIL)).toContain('demo model')
  expect(await running.ask(`typeof require + typeof process + Object.keys(window).filter((name) => /electron|ipc/i.test(name))`)).toBe('undefinedundefined')
  expect(running.told.filter(({ what }) => ['pageerror', 'gave a port to a stranger', 'error box'].includes(what))).toEqual([])
})

test('a link out is opened in the system\'s browser after a look at its host, and nothing but http(s) is', async () => {
  const running = await start()
  await running.hear('loaded')
  await running.ask(`standInOpen('javascript:alert(1)')`)
  await running.ask(`standInOpen('file:///etc/passwd')`)
  expect(running.told.some(({ what }) => what === 'asked')).toBe(false)
  expect(await running.ask(`standInOpen('https://example.test/a')`)).toEqual({ action: 'deny' })
  expect(await running.hear('asked')).toMatchObject({ message: 'Open example.test?' })
  expect(await running.hear('opened outside')).toMatchObject({ url: 'https://example.test/a' })
})

test('a second start gives way to the first', async () => {
  const running = await start({ STAND_IN_SECOND: '1' })
  expect(await running.hear('quit')).toBeDefined()
  expect(running.told.some(({ what }) => what === 'window')).toBe(false)
})

test('a folder that cannot be a store is said in words', async () => {
  await fs.writeFile(nodePath.join(home, 'file'), '')
  const running = await start({ MEMORY_DIR: nodePath.join(home, 'file') })
  expect(await running.hear('error box')).toMatchObject({ content: expect.stringContaining('Choose another folder') })
})
