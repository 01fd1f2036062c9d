import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as nodePath from 'node:path'
import { createPackage } from '@electron/asar'
import type { Browser } from 'playwright'
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { agentEnv, makeAgentHome } from '../testing/agent-home.ts'
import { Desktop, type Told } from '../testing/desktop/desktop.ts'
import { launchBrowser } from '../testing/desktop/shown-pages.ts'
import { newFolder } from '../testing/folders.ts'
import { modeHere } from '../testing/systems.ts'
import { findings, ofEachClass, samples } from './hostile/findings.ts'
import { startScriptedModel } from './scripted-model.ts'

/** The user's folders: the app's own home, and stores beside it. */
let root = ''
let home = ''
let desktop: Desktop | null = null
let browser: Browser
beforeAll(async () => {
  browser = await launchBrowser()
})
afterAll(() => browser.close())
beforeEach(async () => {
  root = await newFolder()
  home = nodePath.join(root, 'home')
  await fs.mkdir(home)
})
afterEach(() => desktop?.kill())

type Options = NonNullable<Parameters<typeof Desktop.start>[1]>

async function start(options: Options = {}): Promise<Desktop> {
  desktop = await Desktop.start(home, { browser, ...options })
  return desktop
}

/** For what is not about the page: a window's is blank. */
const startBlank = (options: Options = {}): Promise<Desktop> => start({ browser: null, ...options })

/** Asked until it is so, by the page itself. Not at each frame: the page would be painted for it. */
const until = (condition: string): string =>
  `new Promise((done, fail) => { const look = () => { const found = ${condition}; if (found) done(found); else setTimeout(look, 50) }; setTimeout(() => fail(new Error(document.body.innerText)), 20000); look() })`
/** The page knows the settings, so the core has answered. */
const READY = until(`(document.querySelector('textarea')?.placeholder ?? '').includes('demo') && 'ready'`)
const press = (keys: string): string => `window.dispatchEvent(new KeyboardEvent('keydown', ${keys}))`
const click = (name: string): string =>
  until(
    `(() => { const found = [...document.querySelectorAll('button, [role=radio]')].find((each) => each.innerText.includes(${JSON.stringify(name)})); found?.click(); return found && 'clicked' })()`,
  )

const says = (words: string): string => until(`document.body.innerText.includes(${JSON.stringify(words)}) && 'said'`)
/** Sends a message once the turn before it has ended. */
const say = (running: Desktop, words: string): Promise<unknown> =>
  running.ask(
    `${until(`document.querySelector('textarea') && !document.querySelector('button[aria-label=Stop]') && 'free'`)}.then(() => { const field = document.querySelector('textarea'); field.focus(); document.execCommand('insertText', false, ${JSON.stringify(words)}); field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })) })`,
  )
const saw = (running: Desktop, from: number, ...whats: readonly string[]): readonly string[] =>
  running.told.slice(from).flatMap(({ what }) => (whats.includes(what) ? [what] : []))

/** The protocol answers with the page under its policy, and with nothing else. */
async function expectProtocol(running: Desktop): Promise<void> {
  const { status, policy } = (await running.act('ask protocol', 'variorum://app/')) as {
    status: number
    policy: string
  }
  expect(status).toBe(200)
  for (const part of [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "connect-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ])
    expect(policy).toContain(part)
  expect(policy).not.toMatch(/unsafe|\*|https?:|data:/)
  for (const url of [
    'variorum://app/../main.js',
    'variorum://app/%2e%2e/desktop/main.js',
    'variorum://app/..%2fdesktop%2fmain.js',
    'variorum://app/nothing.html',
    'variorum://elsewhere/index.html',
    'variorum://app/.hidden',
    'variorum://app//etc/hostname',
  ]) {
    expect(await running.act('ask protocol', url), url).toMatchObject({ status: 404 })
  }
}

/** An outgoing link opens in the system's browser after its host was shown; only http(s) does. */
async function expectLinks(running: Desktop): Promise<void> {
  for (const url of [
    'javascript:alert(1)',
    'file:///etc/passwd',
    'variorum://app/',
    'smb://host/share',
    'vscode://x',
    'mailto:a@b.test',
    'no address',
  ])
    expect(await running.act('open window', url)).toEqual({ action: 'deny' })
  expect(running.first('asked')).toBeUndefined()
  expect(await running.act('open window', 'https://еxample.test/a?b=1')).toEqual({ action: 'deny' })
  expect(await running.hear('asked')).toMatchObject({
    message: 'Open xn--xample-2of.test?',
    detail: 'https://xn--xample-2of.test/a?b=1',
  })
  expect(await running.hear('opened outside')).toMatchObject({ url: 'https://xn--xample-2of.test/a?b=1' })
  const from = running.told.length
  await running.act('open window', `https://example.test/${'a'.repeat(1_000)}`)
  expect((await running.hear('asked', from)).detail).toMatch(
    /^https:\/\/example\.test\/a+… \(and 521 more characters\)$/,
  )
}

test('everything due before ready is done by then; the window and the protocol are confined; the page talks to the core only; links open outside', async () => {
  const running = await start()
  await running.hear('loaded')
  expect(running.first('lock asked')).toMatchObject({ ready: false, sameHome: true })
  expect(running.first('sandbox')).toMatchObject({ ready: false })
  expect(running.first('scheme')).toMatchObject({
    ready: false,
    schemes: [{ scheme: 'variorum', privileges: { standard: true, secure: true, codeCache: true } }],
  })
  expect(running.first('window')).toMatchObject({
    ready: true,
    hasPreload: true,
    preferences: { sandbox: true, contextIsolation: true, nodeIntegration: false, webviewTag: false },
  })
  expect(await running.act('permissions')).toEqual({
    request: ['clipboard-sanitized-write variorum://app/'],
    check: ['clipboard-sanitized-write variorum://app/'],
    device: false,
  })
  expect(await running.ask(READY)).toBe('ready')
  expect(
    await running.ask(
      `[typeof require, typeof process, ...Object.keys(window).filter((name) => /electron|ipc|variorum/i.test(name))].join()`,
    ),
  ).toBe('undefined,undefined')
  for (const event of ['will-navigate', 'will-frame-navigate', 'will-redirect', 'will-attach-webview'])
    expect(await running.act('may happen', event), event).toBe(false)
  for (const url of [
    'https://example.test/',
    'http://127.0.0.1:7433/',
    'file:///etc/hostname',
    'variorum://other/',
    'ws://example.test/',
  ])
    expect(await running.act('may request', url), url).toBe(false)
  expect(await running.act('may request', 'variorum://app/index.html')).toBe(true)
  // The page may load itself again, and nothing else.
  const at = String(await running.ask('location.href')).replace('http://app.variorum.test', 'variorum://app')
  for (const event of ['will-navigate', 'will-frame-navigate']) {
    expect(await running.act('may happen', `${event} ${at}`), event).toBe(true)
    expect(await running.act('may happen', `${event} ${at}index.html`), event).toBe(false)
  }
  expect(await running.act('may download')).toBe(false)
  expect(
    running.told.filter(({ what }) =>
      ['pageerror', 'complaint', 'refused', 'gave a port to a stranger', 'error box'].includes(what),
    ),
  ).toEqual([])
  await expectProtocol(running)
  await expectLinks(running)
})

test('a second start brings the first one to the front; Help shows the log; an uncaught exception is logged and reported to the user', async () => {
  const second = await startBlank({ env: { STAND_IN_SECOND: '1' } })
  await second.hear('quit')
  expect(second.first('window')).toBeUndefined()
  const first = await startBlank()
  await first.hear('shown')
  const from = first.told.length
  await first.act('second start')
  expect(saw(first, from, 'restored', 'shown', 'focused', 'window', 'quit')).toEqual(['restored', 'shown', 'focused'])
  await first.act('menu item', 'Show log')
  const { path } = await first.hear('shown in folder')
  expect(path).toBe(nodePath.join(home, 'logs', 'variorum.log'))
  await first.act('choose', 'Quit')
  await first.act('process event', 'no such thing')
  expect((await first.hear('asked')).message).toContain('Something went wrong in Variorum')
  await first.hear('exit')
  expect(await fs.readFile(String(path), 'utf8')).toContain(
    'An exception was not caught: Error: no such thing\n    at ',
  )
})

test('a text of the memory is opened in another program, and what a system may execute shown in its folder', async () => {
  await fs.mkdir(nodePath.join(home, 'memory'))
  for (const name of ['ana.md', 'run.sh']) await fs.writeFile(nodePath.join(home, 'memory', name), 'text\n')
  await fs.writeFile(nodePath.join(home, 'settings.json'), JSON.stringify({ welcomed: true }))
  const running = await start({ env: { MEMORY_DIR: nodePath.join(home, 'memory') } })
  await running.ask(READY)
  const choose = (name: string, item: string): Promise<unknown> =>
    running.ask(
      `location.hash = '#/memory/${name}'; ${until(
        `(() => { const menu = document.querySelector('main[aria-label="File ${name}"] button[aria-haspopup=menu]'); menu?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })); return menu && 'open' })()`,
      )}.then(() => ${until(
        `(() => { const found = [...document.querySelectorAll('[role=menuitem]')].find((each) => each.innerText === ${JSON.stringify(item)}); found?.click(); return found && 'chosen' })()`,
      )})`,
    )
  const real = await fs.realpath(nodePath.join(home, 'memory'))
  await choose('ana.md', 'Open in another program')
  expect(await running.hear('opened in a program')).toMatchObject({ path: nodePath.join(real, 'ana.md') })
  await choose('run.sh', 'Show in the file manager')
  expect(await running.hear('shown in folder')).toMatchObject({ path: nodePath.join(real, 'run.sh') })
})

test.each([
  [
    'darwin',
    ['appMenu', 'fileMenu', 'editMenu', 'viewMenu', 'windowMenu', 'help'],
    { titleBarStyle: 'hiddenInset', trafficLightPosition: { x: 16, y: 20 } },
  ],
  [
    'win32',
    ['fileMenu', 'editMenu', 'viewMenu', 'windowMenu', 'help'],
    { titleBarStyle: 'hidden', titleBarOverlay: { color: '#191a1d', symbolColor: '#ededea', height: 43 } },
  ],
  ['linux', ['fileMenu', 'editMenu', 'viewMenu', 'windowMenu', 'help'], { icon: expect.stringContaining('icon.png') }],
])(
  'menus and title bar of %s; the first frame is in the user’s theme, and the window as it was left',
  async (platform, roles, frame) => {
    await fs.writeFile(nodePath.join(home, 'settings.json'), JSON.stringify({ welcomed: true, theme: 'dark' }))
    const state = { x: 100, y: 50, width: 900, height: 600, maximized: true, fullScreen: true }
    await fs.writeFile(nodePath.join(home, 'window.json'), JSON.stringify(state))
    const running = await startBlank({ env: { STAND_IN_PLATFORM: platform } })
    await running.hear('shown')
    const order = ['theme', 'window', 'loaded', 'maximized', 'full screen', 'shown']
    expect(saw(running, 0, 'id', ...order)).toEqual([...(platform === 'darwin' ? [] : ['id']), ...order])
    expect(running.first('menu')?.roles).toEqual(roles)
    expect(running.first('menu')?.items).toContainEqual({ label: 'Settings…', accelerator: 'CmdOrCtrl+,' })
    expect(running.first('window')?.frame).toMatchObject({
      ...frame,
      x: 100,
      y: 50,
      width: 900,
      height: 600,
      backgroundColor: '#191a1d',
    })
    if (platform === 'linux') {
      expect(running.first('window')?.frame).not.toHaveProperty('titleBarStyle')
      expect(running.first('id')).toMatchObject({ id: 'app.variorum.Variorum.desktop' })
    }
    await running.act('close window')
    expect(JSON.parse(await fs.readFile(nodePath.join(home, 'window.json'), 'utf8'))).toEqual({
      x: 10,
      y: 20,
      width: 1000,
      height: 700,
      maximized: false,
      fullScreen: false,
    })
    if (platform === 'darwin') expect(running.first('quit')).toBeUndefined()
    else expect(await running.hear('exit')).toMatchObject({ code: 0 })
  },
)

test('a menu item navigates the page; menus and dialogs speak the system’s language, and the one chosen there; its theme is the window’s', async () => {
  const running = await start({ env: { STAND_IN_LANGUAGE: 'de-AT' } })
  await running.ask(READY)
  const items = (told: Told | undefined) =>
    (told?.items ?? []) as readonly { readonly label?: string; readonly role?: string }[]
  const german = items(running.first('menu'))
  const named = (label: string): object => expect.objectContaining({ label })
  expect(german).toEqual(expect.arrayContaining(['Neues Gespräch', 'Durchsicht', 'Alles auswählen'].map(named)))
  // What the system names itself would be English.
  expect(german.filter(({ role, label }) => role !== undefined && label === undefined)).toEqual([])
  let from = running.told.length
  await running.act('page event', JSON.stringify(['did-fail-load', -6, 'FILE_NOT_FOUND', 'variorum://app/', true]))
  expect(await running.hear('asked', from)).toMatchObject({
    message: 'Das Fenster konnte nicht geladen werden.',
    buttons: ['Erneut versuchen', 'Beenden'],
  })
  await running.hear('loaded', from)
  await running.ask(READY)
  from = running.told.length
  await running.act('menu item', 'Einstellungen …')
  expect(await running.ask(until(`document.querySelector('h1')?.textContent === 'Settings' && 'there'`))).toBe('there')
  await running.ask(`location.hash = '#/settings/look'`)
  await running.ask(click('Dark'))
  expect(await running.hear('theme', 0, ({ source }) => source === 'dark')).toBeDefined()
  expect(await running.hear('ground', 0, ({ color }) => color === '#191a1d')).toBeDefined()
  await running.ask(click('Español'))
  expect(items(await running.hear('menu', from))).toEqual(
    expect.arrayContaining(['Nueva conversación', 'Revisión'].map(named)),
  )
})

test('the key chain keeps a key, encrypted and private; one that can no longer be opened is reported and replaced; one stored without a key chain leaves the disk', async () => {
  const enter = async (running: Desktop, key: string): Promise<void> => {
    await running.ask(READY)
    await running.ask(press(`{ key: ',', ctrlKey: true }`))
    await running.ask(click('With your own Anthropic key'))
    await running.ask(until(`document.querySelector('input[type=password]') && 'there'`))
    await running.ask(
      `{ const field = document.querySelector('input[type=password]'); field.focus(); field.value = ${JSON.stringify(key)}; field.blur() }`,
    )
  }
  const KEY = 'sk-ant-test-0123456789'
  let running = await start({ env: { STAND_IN_PLATFORM: 'linux', STAND_IN_KEY_CHAIN: 'one' } })
  await enter(running, KEY)
  expect(await running.ask(says('Kept in the system’s keyring'))).toBe('said')
  const file = nodePath.join(home, 'keys.json')
  expect(await fs.readFile(file, 'utf8')).not.toContain(KEY)
  expect((await fs.stat(file)).mode & 0o777).toBe(modeHere(0o600))
  await running.kill()
  running = await start({ env: { STAND_IN_PLATFORM: 'linux', STAND_IN_KEY_CHAIN: 'another' } })
  await running.ask(`document.body !== null && ${until(`document.querySelector('textarea') && 'there'`)}`)
  await running.ask(press(`{ key: ',', ctrlKey: true }`))
  expect(await running.ask(says('stored key can’t be decrypted'))).toBe('said')
  await running.kill()
  const inPublic = Buffer.from(`v10 peanuts ${Buffer.from('sk-test').toString('hex')}`).toString('base64')
  const compatible = { preset: 'other', baseUrl: 'http://127.0.0.1:9', model: 'm' }
  const settings = JSON.parse(await fs.readFile(nodePath.join(home, 'settings.json'), 'utf8'))
  await fs.writeFile(nodePath.join(home, 'settings.json'), JSON.stringify({ ...settings, compatible }))
  const { version, keys } = JSON.parse(await fs.readFile(file, 'utf8'))
  await fs.writeFile(file, JSON.stringify({ version, keys: { ...keys, 'compatible http://127.0.0.1:9': inPublic } }))
  running = await start({ env: { STAND_IN_PLATFORM: 'linux' } })
  await running.ask(until(`document.querySelector('textarea') && 'there'`))
  await running.ask(press(`{ key: ',', ctrlKey: true }`))
  expect(await running.ask(says('isn’t available right now'))).toBe('said')
  expect(JSON.parse(await fs.readFile(file, 'utf8'))).toEqual({ version, keys })
  await running.ask(click('Other servers'))
  expect(await running.ask(says('Kept only until you close Variorum'))).toBe('said')
  await running.ask(click('With your own Anthropic key'))
  expect(await running.ask(says('isn’t available right now'))).toBe('said')
  await running.ask(
    `{ const field = document.querySelector('input[type=password]'); field.focus(); field.value = 'sk-ant-other'; field.blur() }`,
  )
  expect(await running.ask(says('Kept only until you close Variorum'))).toBe('said')
  expect(JSON.parse(await fs.readFile(file, 'utf8')).keys).toEqual({})
})

test("a turn goes through the system's network, streaming, with no cookie kept and no redirect followed", async () => {
  let finish = (): void => undefined
  const heard: IncomingMessage[] = []
  const server = createServer((request, response) => {
    heard.push(request.resume())
    const turns = heard.filter(({ method }) => method === 'POST').length
    if (request.method === 'GET') {
      response.writeHead(404, { 'set-cookie': 'listed=1; Path=/' }).end()
      return
    }
    if (turns > 2) {
      response.writeHead(307, { location: 'http://elsewhere.example/v1/messages' }).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/event-stream', 'set-cookie': `seen=${turns}; Path=/` })
    const send = (event: { readonly type: string; readonly [field: string]: unknown }): unknown =>
      response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    const usage = { input_tokens: 1, output_tokens: 1 }
    const about = { id: 'm', type: 'message', role: 'assistant', model: 'm', stop_reason: null, stop_sequence: null }
    send({ type: 'message_start', message: { ...about, content: [], usage } })
    send({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } })
    send({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'First half, ' } })
    finish = () => {
      send({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'second half.' } })
      send({ type: 'content_block_stop', index: 0 })
      send({ type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage })
      send({ type: 'message_stop' })
      response.end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const compatible = { preset: 'other', baseUrl: url, model: 'm' }
  await fs.writeFile(
    nodePath.join(home, 'settings.json'),
    JSON.stringify({ welcomed: true, provider: 'compatible', compatible }),
  )
  const running = await start()
  expect(await running.ask(says('Another server · ready'))).toBe('said')
  await say(running, 'One')
  // The first half is on the page while the answer is still being sent.
  expect(await running.ask(says('First half,'))).toBe('said')
  expect(await running.ask(`document.body.innerText.includes('second half.')`)).toBe(false)
  finish()
  expect(await running.ask(says('second half.'))).toBe('said')
  await say(running, 'Two')
  expect(await running.ask(until(`document.body.innerText.split('First half,').length === 3 && 'said'`))).toBe('said')
  finish()
  expect(await running.ask(until(`document.body.innerText.split('second half.').length === 3 && 'said'`))).toBe('said')
  await say(running, 'Three')
  expect(await running.ask(says('to another address. Nothing was sent there'))).toBe('said')
  expect(heard.map(({ headers }) => headers.cookie)).toEqual(heard.map(() => undefined))
  expect(running.first('session')).toEqual({
    what: 'session',
    ready: true,
    partition: 'requests',
    options: { cache: false },
  })
  const fetched = running.told.filter(({ what }) => what === 'fetched')
  expect(fetched.filter(({ url: to }) => to === `${url}/v1/messages`)).toHaveLength(3)
  expect(fetched).toHaveLength(heard.length)
  for (const each of fetched)
    expect(each).toMatchObject({
      partition: 'requests',
      redirect: 'error',
      credentials: 'omit',
      bypassCustomProtocolHandlers: true,
    })
})

async function exportConversation(running: Desktop): Promise<void> {
  await say(running, 'Remember that Ana is allergic to shellfish')
  await running.ask(until(`document.body.innerText.includes('Regenerate') && 'answered'`))
  await running.ask(
    `document.querySelector('[data-title-menu]').dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))`,
  )
  await running.ask(
    until(
      `(() => { const item = [...document.querySelectorAll('[role=menuitem]')].find((each) => each.innerText.includes('Export')); item?.click(); return item && 'clicked' })()`,
    ),
  )
}

test("the system's dialogs say where a conversation is exported, and which folder becomes a store; archives in it are ordinary files", async () => {
  const fill = async (folder: string): Promise<readonly string[]> => {
    await fs.mkdir(nodePath.join(folder, 'b.asar'), { recursive: true })
    await fs.writeFile(nodePath.join(folder, 'a.asar'), 'the text of a file\n')
    await fs.writeFile(nodePath.join(folder, 'b.asar', 'in-folder.md'), 'b\n')
    await createPackage(nodePath.join(folder, 'b.asar'), nodePath.join(folder, 'c.asar'))
    return ['a.asar', 'b.asar/in-folder.md', 'c.asar']
  }
  const committed = (folder: string): readonly string[] =>
    execFileSync('git', ['ls-tree', '-r', '--name-only', 'HEAD'], { cwd: folder, encoding: 'utf8' }).trim().split('\n')
  const exported = 'Ana is allergic to shellfish.md'
  const [store, other] = [nodePath.join(home, 'memory'), nodePath.join(root, 'other.asar')]
  const names = await fill(store)
  await fill(other)
  const running = await start({ env: { ...agentEnv(nodePath.join(root, 'account')), STAND_IN_PICKED: other } })
  await running.ask(READY)
  expect(running.first('error box')).toBeUndefined()
  expect(committed(store)).toEqual(names)
  await running.ask(`location.hash = '#/memory/a.asar'`)
  expect(await running.ask(until(`document.body.innerText.includes('the text of a file') && 'shown'`))).toBe('shown')
  await running.ask(press(`{ key: '1', ctrlKey: true }`))
  await exportConversation(running)
  expect(nodePath.basename(String((await running.hear('file asked')).defaultPath))).toBe(exported)
  await running.ask(until(`document.body.innerText.includes('Saved a copy') && 'saved'`))
  expect(await fs.readFile(nodePath.join(other, exported), 'utf8')).toContain('+++ b/people/ana.md')
  await running.ask(`location.hash = '#/settings/stores'`)
  await running.ask(click('Add a store…'))
  expect(await running.hear('folder asked')).toMatchObject({ properties: expect.arrayContaining(['openDirectory']) })
  await running.ask(click('Commit and open'))
  expect(await running.ask(until(`document.querySelector('.store')?.innerText.includes('other.asar') && 'open'`))).toBe(
    'open',
  )
  expect(committed(other)).toEqual([exported, ...names])
})

test("other agents' memories are listed before the system's dialog, and one is added without it", async () => {
  const account = nodePath.join(root, 'account')
  await makeAgentHome(account)
  const other = nodePath.join(root, 'other')
  await fs.mkdir(other)
  const running = await start({ env: { ...agentEnv(account), STAND_IN_PICKED: other } })
  await running.ask(READY)
  await running.ask(`location.hash = '#/settings/stores'`)
  await running.ask(click('Add a store…'))
  await running.ask(
    until(
      `(() => { const found = document.querySelector('[aria-label^="Add portal"]'); found?.click(); return found && 'clicked' })()`,
    ),
  )
  await running.ask(click('Commit and open'))
  await running.ask(until(`document.querySelector('.store')?.innerText.includes('portal (Claude Code)') && 'open'`))
  expect(running.first('folder asked')).toBeUndefined()
  await running.ask(`location.hash = '#/settings/stores'`)
  await running.ask(click('Add a store…'))
  await running.ask(click('Choose a folder…'))
  await running.hear('folder asked')
  await running.ask(click('Add and open'))
  await running.ask(until(`document.querySelector('.store')?.innerText.includes('other') && 'open'`))
})

test('where the memory cannot be, another place is offered, and kept for the next start', async () => {
  // As if the system's folder for documents refused: nothing can be made in a file.
  await fs.writeFile(nodePath.join(home, 'memory'), '')
  const place = nodePath.join(root, 'place')
  await fs.mkdir(place)
  let running = await startBlank({ env: { STAND_IN_PICKED: place } })
  expect(await running.hear('asked')).toMatchObject({
    detail: expect.stringContaining('Choose another folder'),
    buttons: ['Choose another folder…', 'Quit'],
  })
  const store = nodePath.join(place, 'Variorum', 'memory')
  await expect.poll(() => fs.readdir(store).catch(() => [])).toContain('.git')
  await running.kill()
  running = await startBlank()
  await running.hear('shown')
  await running.act('close window')
  // It ends so only when the memory was opened.
  expect(await running.hear('exit')).toMatchObject({ code: 0 })
  expect(running.first('asked')).toBeUndefined()
})

test('a user who chooses no other place has been told why the app ends', async () => {
  await fs.writeFile(nodePath.join(home, 'file'), '')
  const running = await startBlank({ env: { MEMORY_DIR: nodePath.join(home, 'file') } })
  expect(await running.hear('exit')).toMatchObject({ code: 1 })
  expect(running.first('asked')).toMatchObject({ detail: expect.stringContaining('Choose another folder') })
  expect(await fs.readFile(nodePath.join(home, 'logs', 'variorum.log'), 'utf8')).toContain('The memory did not open')
})

test('a window that is never painted is shown all the same; a page that dies is loaded again once; then, and after other faults, the user is asked', async () => {
  const running = await startBlank({ env: { STAND_IN_UNPAINTED: '1' } })
  await running.hear('loaded')
  expect(running.first('shown')).toBeUndefined()
  await running.hear('shown')
  const dies = (): Promise<unknown> =>
    running.act('page event', JSON.stringify(['render-process-gone', { reason: 'crashed', exitCode: 5 }]))
  const asked = async (from: number): Promise<unknown> => (await running.hear('asked', from)).message
  await dies()
  expect(running.first('reloaded')).toBeDefined()
  expect(running.first('asked')).toBeUndefined()
  await running.act('choose', 'Start again')
  let from = running.told.length
  await running.act('page event', JSON.stringify(['did-fail-load', -3, 'ABORTED', 'variorum://app/', true]))
  await running.act('page event', JSON.stringify(['did-fail-load', -6, 'NOT_FOUND', 'variorum://app/x', false]))
  expect(saw(running, from, 'asked')).toEqual([])
  await running.act('page event', JSON.stringify(['did-fail-load', -6, 'FILE_NOT_FOUND', 'variorum://app/', true]))
  expect(await asked(from)).toBe('The window couldn’t be loaded.')
  await running.hear('reloaded', from)
  from = running.told.length
  await running.act('choose', 'Wait')
  await running.act('window event', 'unresponsive')
  expect(await asked(from)).toBe('The window isn’t responding.')
  expect(saw(running, from, 'reloaded')).toEqual([])
  await running.act('choose', 'Start again')
  from = running.told.length
  await dies()
  expect(await asked(from)).toContain('twice')
  expect(await running.hear('exit')).toMatchObject({ code: 0 })
  expect(saw(running, from, 'relaunch', 'quit', 'exit')).toEqual(['relaunch', 'quit', 'exit'])
  const log = await fs.readFile(nodePath.join(home, 'logs', 'variorum.log'), 'utf8')
  for (const line of ['started: ', "The page's process ended: crashed, 5", 'The page did not load: -6', 'not respond'])
    expect(log).toContain(line)
})

/** The right mouse button offers what the place allows. */
async function expectContextMenu(running: Desktop): Promise<void> {
  const place = { misspelledWord: '', dictionarySuggestions: [], isEditable: false, selectionText: '', linkURL: '' }
  const offered = async (params: object): Promise<unknown> => {
    const from = running.told.length
    await running.act('page event', JSON.stringify(['context-menu', { ...place, ...params }]))
    const told = running.told.slice(from).find(({ what }) => what === 'context menu')
    return (told?.items as { label?: string; role?: string }[] | undefined)?.map(
      ({ label, role }) => label ?? role ?? '-',
    )
  }
  expect(await offered({})).toBeUndefined()
  expect(await offered({ linkURL: 'variorum://app/#/memory' })).toBeUndefined()
  expect(await offered({ linkURL: 'https://example.test/', selectionText: ' shellfish ' })).toEqual([
    'Look up “shellfish”',
    '-',
    'Copy link address',
    '-',
    'Copy',
  ])
  const editFlags = { canCut: true, canCopy: true, canPaste: true, canSelectAll: true }
  const misspelled = { misspelledWord: 'shelfish', dictionarySuggestions: ['shellfish', 'selfish'] }
  expect(await offered({ ...misspelled, isEditable: true, editFlags })).toEqual([
    'shellfish',
    'selfish',
    'Learn spelling',
    '-',
    'Cut',
    'Copy',
    'Paste',
    '-',
    'Select all',
  ])
  await running.act('menu item', 'selfish')
  expect(running.first('corrected')).toMatchObject({ word: 'selfish' })
}

test('the right mouse button offers what the place allows; a start without a window opens one, and while the app closes says so', async () => {
  const running = await startBlank({ env: { STAND_IN_PLATFORM: 'darwin' } })
  await running.hear('shown')
  await expectContextMenu(running)
  await running.act('close window')
  let from = running.told.length
  await running.act('second start')
  await running.hear('shown', from)
  expect(saw(running, from, 'window')).toEqual(['window'])
  await running.act('close window')
  from = running.told.length
  await running.act('menu item', 'Settings…')
  await running.hear('loaded', from)
  expect(await running.hear('to load', from)).toMatchObject({ url: expect.stringMatching(/#\/settings$/) })
  // The same place again does not load the page again.
  from = running.told.length
  await running.act('menu item', 'Settings…')
  expect(saw(running, from, 'to load')).toEqual([])
  await running.act('quit, and a second start')
  expect((await running.hear('asked', from)).message).toBe('Variorum is closing.')
  expect(await running.hear('exit')).toMatchObject({ code: 0 })
})

test('before the window closes, a session that did not write down where it is may wrap up, and text not sent is asked about', async () => {
  const model = await startScriptedModel()
  onTestFinished(() => model.close())
  const compatible = { preset: 'other', baseUrl: model.url, format: 'messages', model: 'm' }
  await fs.writeFile(
    nodePath.join(home, 'settings.json'),
    JSON.stringify({ welcomed: true, provider: 'compatible', compatible }),
  )
  const written = (name: string, text: string): object => ({
    call: { command: 'create', path: `/memories/jobs/tea/${name}`, file_text: text },
  })
  const features = { features: [{ id: 'cup', what: 'A cup', check: 'Drink it', state: 'open', evidence: null }] }
  const running = await start()
  await running.ask(until(`document.querySelector('textarea') && 'ready'`))
  await running.ask(`location.hash = '#/jobs'`)
  await running.ask(click('New job'))
  model.answers(written('features.json', JSON.stringify(features)), written('progress.md', '# Progress\n'), {
    text: 'One cup.',
  })
  await running.ask(
    `${until(`document.querySelector('textarea') && 'there'`)}.then(() => { document.querySelector('textarea').focus(); document.execCommand('insertText', false, 'Tea') })`,
  )
  await running.ask(click('Begin'))
  await running.ask(until(`document.body.innerText.includes('One cup.') && 'planned'`))
  await running.ask(`location.hash = '#/jobs/tea'`)
  model.answers(written('work/cup.md', 'Half full.\n'), { text: 'Half a cup.' })
  await running.ask(click('Begin work'))
  await running.ask(until(`document.body.innerText.includes('Half a cup.') && 'answered'`))
  await running.ask(says('2 · Tea'))

  await running.act('choose', 'Cancel')
  await running.act('close window')
  expect(await running.hear('asked')).toMatchObject({
    message: 'The agent hasn’t saved its progress.',
    detail: expect.stringContaining('“2 · Tea”'),
    buttons: ['Wrap up', 'Close anyway', 'Cancel'],
  })
  expect(running.first('exit')).toBeUndefined()

  await running.ask(`location.hash = '#/chat'`)
  await running.ask(
    `${until(`document.querySelector('textarea[aria-label=Message]')`)}.then((field) => { field.focus(); document.execCommand('insertText', false, 'Half a sentence') })`,
  )
  let from = running.told.length
  // A reload keeps the text.
  expect(await running.act('may happen', 'will-prevent-unload')).toBe(false)
  expect(saw(running, from, 'asked')).toEqual([])
  model.answers(
    {
      call: {
        command: 'insert',
        path: '/memories/jobs/tea/progress.md',
        insert_line: 1,
        insert_text: '## Session 2\n',
      },
    },
    { text: 'Written down.' },
  )
  await running.act('choose', 'Wrap up')
  await running.act('close window')
  const isAboutText = ({ message }: Told): boolean => message === 'Something you wrote isn’t saved or sent.'
  expect(await running.hear('asked', from, isAboutText)).toMatchObject({ buttons: ['Cancel', 'Close anyway'] })
  expect(await fs.readFile(nodePath.join(home, 'memory', 'jobs', 'tea', 'progress.md'), 'utf8')).toContain('Session 2')
  expect(running.first('exit')).toBeUndefined()

  from = running.told.length
  await running.act('choose', 'Close anyway')
  await running.act('close window')
  await running.hear('asked', from, isAboutText)
  expect(await running.hear('exit', from)).toMatchObject({ code: 0 })
})

// The page is the browser's, where all of them are shown, and every eighth sent (markup.spec.ts).
const FEW = ofEachClass(1)
/** Those that would run a script, cause a request, or talk to the model. */
const ACTIVE = ofEachClass(1).filter(({ cls }) =>
  ['html-element', 'event-attr', 'link-scheme', 'mxss-clobber', 'exfil-remote-load', 'memory-poisoning'].includes(cls),
)

async function showHostileMemory(running: Desktop): Promise<void> {
  const found = await running.ask(`(async () => {
    const findings = ${String(findings)}
    const all = []
    for (const id of ${JSON.stringify(FEW.map(({ id }) => id))}) {
      location.hash = '#/memory/' + encodeURIComponent('h/' + id + '.md')
      await ${until('document.querySelector(`[role=document][aria-label="h/${id}.md"]`)')}
      for (const each of findings()) all.push(id + ': ' + each)
    }
    return all
  })()`)
  expect(found).toEqual([])
}

const HOSTILE = '<img src=x onerror=window.__pwned=1>'
const askedOutside = (running: Desktop): readonly unknown[] =>
  running.told.filter(({ what }) => ['refused', 'opened outside', 'asked', 'pageerror'].includes(what))

async function sendHostileMessages(running: Desktop): Promise<void> {
  const found = await running.ask(`(async () => {
    const findings = ${String(findings)}
    const all = []
    for (const [at, { id, md }] of ${JSON.stringify(ACTIVE)}.entries()) {
      const field = document.querySelector('textarea')
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value').set.call(field, 'Remember that ' + md)
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
      // The previous turn has ended.
      await ${until('document.querySelector("button[aria-label=Stop]") === null')}
      field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
      await ${until('document.querySelectorAll("section.turn").length > at')}
      for (const each of findings()) all.push(id + ': ' + each)
    }
    return all
  })()`)
  expect(found).toEqual([])
}

/** Commits that change no file, for `git fast-import`. */
function hostileCommits(): string {
  const by = `${HOSTILE.replaceAll(/[<>]/g, '')} <a@b> ${Math.floor(Date.now() / 1_000)} +0000`
  const messages = FEW.map(
    ({ md }) => `${md.replaceAll('\0', '').trim() || 'x'}\n\nVariorum-Path: ${md.replaceAll(/[\0\n\r]/g, '')}`,
  )
  return messages
    .map(
      (text, at) =>
        `commit refs/heads/main\nauthor ${by}\ncommitter ${by}\ndata ${Buffer.byteLength(text)}\n${text}\n${at === 0 ? 'from refs/heads/main^0\n' : ''}`,
    )
    .join('')
}

test('hostile messages, memory, file names, commit messages and errors stay text and cause no request', async () => {
  const store = nodePath.join(home, 'memory')
  await fs.mkdir(nodePath.join(store, 'h'), { recursive: true })
  for (const { id, md } of FEW) await fs.writeFile(nodePath.join(store, 'h', `${id}.md`), md)
  const picked = nodePath.join(root, HOSTILE)
  const running = await start({ env: { ...agentEnv(nodePath.join(root, 'account')), STAND_IN_PICKED: picked } })
  await running.ask(READY)
  await sendHostileMessages(running)
  await showHostileMemory(running)
  const names = [
    `${HOSTILE}.md`,
    ...samples
      .filter(({ cls, md }) => cls === 'file-name' && !md.includes('/') && Buffer.byteLength(md) < 200)
      .map(({ md }) => md),
  ]
  for (const name of names) await fs.writeFile(nodePath.join(store, name), 'x')
  // Again while the app itself has the branch.
  await vi.waitFor(
    () => execFileSync('git', ['fast-import', '--quiet'], { cwd: store, stdio: 'pipe', input: hostileCommits() }),
    5_000,
  )
  const seen = (words: string): string =>
    `(${until(`document.body.innerText.includes(${JSON.stringify(words)}) && 'seen'`)}).then(${String(findings)})`
  for (const [view, words] of [
    ['2', `${HOSTILE}.md`],
    ['3', HOSTILE],
    ['5', 'Expiry'],
    ['1', 'Demo model'],
  ] as const) {
    await running.ask(press(`{ key: '${view}', ctrlKey: true }`))
    expect(await running.ask(seen(words)), view).toEqual([])
  }
  for (const place of [
    `/memory/${HOSTILE}.md`,
    `/memory/no${HOSTILE}.md`,
    `/timeline/${HOSTILE}`,
    `/chat/${HOSTILE}`,
    `/then/${HOSTILE}/${HOSTILE}`,
  ]) {
    await running.ask(`location.hash = ${JSON.stringify(`#${place.split('/').map(encodeURIComponent).join('/')}`)}`)
    expect(
      await running.ask(`(${until('document.querySelector("h1")?.innerText')}).then(${String(findings)})`),
      place,
    ).toEqual([])
  }
  await running.ask(`location.hash = '#/settings/stores'`)
  await running.ask(click('Add a store…'))
  expect(await running.ask(seen(HOSTILE))).toEqual([])
  expect(askedOutside(running)).toEqual([])
})

const leftBySelfTests = async (): Promise<readonly string[]> =>
  (await fs.readdir(root)).filter((name) => name.startsWith('variorum-'))

test('the self-test checks what only the installed app has, reports, and leaves nothing', async () => {
  const running = await start({
    args: ['--self-test'],
    env: { STAND_IN_PLATFORM: 'linux', STAND_IN_KEY_CHAIN: 'one', TMPDIR: root },
  })
  const { code } = await running.hear('exit')
  const report = JSON.parse(running.printed)
  expect(report.findings.map(({ what, ok }: { what: string; ok: boolean }) => [what, ok])).toEqual([
    ['sqlite with full-text search', true],
    ["a worker from the app's location", true],
    ['key chain', true],
    ["the page comes from the app's own protocol", true],
    ['the page reaches the core', true],
    ['the page has nothing of Node or Electron', true],
    ["the page's policy", true],
    ['a file named like an archive', true],
  ])
  expect(code).toBe(0)
  // The user's own home is as it was.
  expect(await fs.readdir(home)).toEqual(['settings.json'])
  expect(await leftBySelfTests()).toEqual([])
})

test('a self-test that fails leaves nothing either', async () => {
  // There is no page; and the stand-in for the key chain decrypts nothing with a password of two words.
  const running = await startBlank({
    args: ['--self-test'],
    env: { STAND_IN_PLATFORM: 'linux', STAND_IN_KEY_CHAIN: 'one two', TMPDIR: root },
  })
  expect(await running.hear('exit')).toMatchObject({ code: 1 })
  const { findings: found } = JSON.parse(running.printed)
  expect(found.filter(({ ok }: { ok: boolean }) => ok)).toHaveLength(2)
  expect(await leftBySelfTests()).toEqual([])
})
