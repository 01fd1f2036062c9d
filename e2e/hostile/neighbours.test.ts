import * as fs from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import * as nodePath from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BrowserMode, type Page, type Session } from '../../testing/browser-mode.ts'
import { newFolder } from '../../testing/folders.ts'
import { modeHere } from '../../testing/systems.ts'

// What other programs, other accounts and pages of other sites can try against browser mode.

let home = ''
let app: BrowserMode
let session: Session
beforeAll(async () => {
  home = await newFolder()
  app = await BrowserMode.start(home)
  session = await app.enter()
})
afterAll(async () => {
  await app.stop()
})

const host = (): string => `127.0.0.1:${app.port}`
const lines = (...each: readonly string[]): string => `${each.join('\r\n')}\r\n\r\n`
const UPGRADE = [
  'Connection: Upgrade',
  'Upgrade: websocket',
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
]
const get = (path: string, ...headers: readonly string[]): string =>
  lines(`GET ${path} HTTP/1.1`, `Host: ${host()}`, `Cookie: ${session.cookie}`, ...headers)

type Cut = (socket: Socket) => void
const RESET: Cut = (socket) => socket.resetAndDestroy()
const CUTS: readonly Cut[] = [
  RESET,
  (socket) => socket.destroy(),
  // Half open: nothing more is sent, and what comes is read.
  (socket) => socket.end(),
]

/** Sends the beginning of a request and cuts the connection, at once or at the first byte of the answer. */
function cutOff(text: string, cut: Cut, atAnswer = false): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect({ port: app.port, host: '127.0.0.1', allowHalfOpen: true })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve())
    socket.on('end', () => socket.destroy())
    socket.on('data', () => atAnswer && cut(socket))
    socket.on('connect', () => socket.write(text, () => atAnswer || cut(socket)))
  })
}

/** The status of the first answer to these bytes; 0 when the connection was cut without one. */
function statusOf(text: string): Promise<number> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(app.port, '127.0.0.1', () => socket.write(text))
    socket.on('data', (data) => {
      answer += data.toString('latin1')
      if (answer.includes('\r\n')) socket.destroy()
    })
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0)))
  })
}

async function expectPage(): Promise<void> {
  expect(app.isRunning).toBe(true)
  expect(await statusOf(get('/'))).toBe(200)
  const page = await app.connect(session)
  expect((await page.ask('query', 'app.state')).result).toBeDefined()
  page.socket.close()
}

test('connections cut at any moment end nothing but themselves', async () => {
  const good = [...UPGRADE, `Origin: http://${host()}`]
  const [asset = ''] = await fs.readdir(nodePath.join(import.meta.dirname, '..', '..', 'out', 'renderer', 'assets'))
  const requests = [
    lines('GET /api HTTP/1.1', `Host: ${host()}`, ...UPGRADE, 'Origin: http://evil.test'),
    lines('GET /api HTTP/1.1', `Host: ${host()}`, ...good),
    get('/api?connectionParams=1', ...good),
    `${get('/api?connectionParams=1', ...good)}\x81\xfe\x01`,
    get('/'),
    get(`/assets/${asset}`),
    get('/?token=wrong'),
    'neither HTTP nor anything else\r\n\r\n',
  ]
  for (const text of requests)
    for (const cut of CUTS) {
      const points = [0, 1, Math.floor(text.length / 2), text.length - 1, text.length]
      await Promise.all([...points.map((end) => cutOff(text.slice(0, end), cut)), cutOff(text, cut, true)])
    }
  // As one program in a hurry.
  for (const text of requests.slice(0, 3)) await Promise.all(Array.from({ length: 40 }, () => cutOff(text, RESET)))
  await expectPage()
})

test('connections that say nothing keep no browser out', async () => {
  const idle = await Promise.all(
    Array.from(
      { length: 400 },
      () =>
        new Promise<Socket>((resolve) => {
          const socket = connect(app.port, '127.0.0.1', () => resolve(socket))
          socket.on('error', () => undefined)
        }),
    ),
  )
  await expectPage()
  for (const socket of idle) socket.destroy()
})

test('a list of sessions that cannot be read ends no process', async () => {
  const file = nodePath.join(home, 'sessions.json')
  await fs.rename(file, `${file}.kept`)
  await fs.mkdir(file)
  const upgrade = get('/api', ...UPGRADE, `Origin: http://${host()}`)
  for (const cut of CUTS) await Promise.all([cutOff(upgrade, cut), cutOff(upgrade, cut, true)])
  expect(await statusOf(upgrade)).toBe(0)
  expect(await statusOf(get('/'))).toBe(500)
  await fs.rmdir(file)
  await fs.rename(`${file}.kept`, file)
  await expectPage()
})

test('what is not a request of our page for one of our files is refused', async () => {
  const own = (method: string, ...headers: readonly string[]): string =>
    lines(`${method} / HTTP/1.1`, `Cookie: ${session.cookie}`, ...headers)
  const refused: readonly (readonly [string, number])[] = [
    ...['evil.test', `evil.test:${app.port}`, `0.0.0.0:${app.port}`, `[::1]:${app.port}`, '127.0.0.1'].map(
      (name) => [own('GET', `Host: ${name}`), 421] as const,
    ),
    [own('GET', `Host: ${host()}`, 'Host: evil.test'), 421],
    [own('GET', 'Host: evil.test', `Host: ${host()}`), 421],
    [lines('GET / HTTP/1.0'), 421],
    ...['https://evil.test', 'null', `http://127.0.0.1:${app.port + 1}`].map(
      (origin) => [get('/', `Origin: ${origin}`), 403] as const,
    ),
    ...['POST', 'PUT', 'DELETE', 'TRACE', 'OPTIONS'].map((method) => [own(method, `Host: ${host()}`), 403] as const),
    [lines(`CONNECT ${host()} HTTP/1.1`, `Host: ${host()}`), 0],
    [lines('GET / HTTP/1.1', `Host: ${host()}`), 403],
    [lines('GET / HTTP/1.1', `Host: ${host()}`, `Cookie: variorum=${session.cookie.split('=')[1]}`), 403],
    [lines('GET / HTTP/1.1', `Host: ${host()}`, `Cookie: variorum-${app.port}=wrong`), 403],
    ...[
      '/../package.json',
      '/%2e%2e/package.json',
      '/..%2fpackage.json',
      '/%5cindex.html',
      '//etc/passwd',
      '/%00',
      '/.env',
    ].map((path) => [get(path), 404] as const),
    [get(`/${'x'.repeat(20_000)}`), 431],
    [get('/', `X-Long: ${'x'.repeat(20_000)}`), 431],
    [own('POST', `Host: ${host()}`, 'Content-Length: 4', 'Transfer-Encoding: chunked'), 400],
    ['\0\x01\x02\r\n\r\n', 400],
    ...[
      [`Host: ${host()}`, `Cookie: ${session.cookie}`],
      [`Host: ${host()}`, `Origin: http://${host()}`],
      [`Host: ${host()}`, `Cookie: ${session.cookie}`, 'Origin: https://evil.test'],
      [`Host: ${host()}`, `Cookie: variorum-${app.port}=wrong`, `Origin: http://${host()}`],
    ].map((headers) => [lines('GET /api HTTP/1.1', ...UPGRADE, ...headers), 403] as const),
    [get('/other', ...UPGRADE, `Origin: http://${host()}`), 403],
    [lines('GET /api HTTP/1.1', 'Host: evil.test', ...UPGRADE, 'Origin: http://evil.test'), 421],
  ]
  for (const [text, status] of refused) expect(await statusOf(text), text.slice(0, 200)).toBe(status)
  // Another program may have set a cookie of the same name: ours counts, wherever it stands.
  const tossed = `Cookie: variorum-${app.port}=tossed; ${session.cookie}; variorum-${app.port}=other`
  expect(await statusOf(lines('GET / HTTP/1.1', `Host: ${host()}`, tossed))).toBe(200)
  await expectPage()
})

test('a browser looks up no host of a link that is only shown, and tells no page where it came from', async () => {
  const { headers } = await fetch(`http://${host()}/`, { headers: { cookie: session.cookie } })
  expect(headers.get('x-dns-prefetch-control')).toBe('off')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
})

test('the cookie alone, which every port of this computer gets, opens no connection', async () => {
  const other = await app.enter()
  for (const secret of ['', 'wrong', other.secret, session.cookie.split('=')[1] ?? '']) {
    const page = await app.connect({ cookie: session.cookie, secret })
    page.send('query', 'app.state')
    expect(await page.isClosed()).toBe(4403)
    expect(page.replies.filter(({ result }) => result !== undefined)).toEqual([])
  }
  await expectPage()
})

test('a page signs out all other browsers, whose connections end at once', async () => {
  const [mine, theirs] = [await app.enter(), await app.enter()]
  const [page, second, other] = await Promise.all([app.connect(mine), app.connect(mine), app.connect(theirs)])
  for (const each of [second, other]) expect((await each.ask('query', 'app.state')).result).toBeDefined()
  const count = Number((await page.ask('query', 'otherBrowsers.count')).result?.data)
  expect(count).toBeGreaterThan(0)
  await page.ask('mutation', 'otherBrowsers.signOut')
  await other.isClosed()
  expect((await page.ask('query', 'app.audit', { limit: 2 })).result?.data).toMatchObject({
    entries: [{ type: 'browsers.signed-out', count }, { type: 'browser.let-in' }],
  })
  expect(await statusOf(lines('GET / HTTP/1.1', `Host: ${host()}`, `Cookie: ${theirs.cookie}`))).toBe(403)
  expect((await second.ask('query', 'otherBrowsers.count')).result?.data).toBe(0)
  // A page that is still open from before its browser opened a new link does not sign that one out.
  const link = await app.newLink()
  const again = await app.enter(link, mine.cookie)
  second.send('mutation', 'otherBrowsers.signOut')
  await second.isClosed()
  expect((await (await app.connect(again)).ask('query', 'otherBrowsers.count')).result?.data).toBe(0)
  page.socket.close()
  session = again
})

async function rawReply(page: Page, text: string): Promise<string> {
  const before = page.replies.length
  page.socket.send(text)
  while (page.replies.length === before) await new Promise((resolve) => page.socket.once('message', resolve))
  return JSON.stringify(page.replies.slice(before))
}

test('nonsense on an open connection gets an error without a stack, and nothing else', async () => {
  const page = await app.connect(session)
  await page.ask('query', 'app.state')
  for (const text of ['{', '[1, null, "x"]', '{"id":1}', '"x"'])
    expect(await rawReply(page, text), text).not.toMatch(/"stack"|node_modules|\.ts:/)
  for (const path of ['__proto__.constructor', 'constructor', 'store.__proto__', 'stores.add.x', ''])
    expect((await page.ask('query', path)).error, path).toBeDefined()
  expect((await page.ask('query', 'memory.save', { path: 'x.md', before: null, text: '' })).error).toBeDefined()
  for (const path of ['../../x', '.git/hooks/pre-commit', '/etc/passwd', 'a/../../x', '.variorum/policies.json']) {
    const { error, result } = await page.ask('mutation', 'memory.save', { path, before: null, text: 'x' })
    expect(error ?? JSON.stringify(result), path).not.toContain('"committed"')
  }
  const polluted = '{"id":99,"method":"query","params":{"path":"memory.tree","input":{"__proto__":{"at":"x"}}}}'
  expect(await rawReply(page, polluted)).toContain('"files"')
  expect((await page.ask('query', 'chat.open', { id: '../sessions.json' })).error).toBeDefined()
  const many = Array.from({ length: 2_000 }, (_, at) => ({
    id: 1_000 + at,
    method: 'query',
    params: { path: 'app.state' },
  }))
  page.socket.send(JSON.stringify(many))
  expect((await page.reply(2_999)).result).toBeDefined()
  page.socket.close()
})

test('frames that are damaged or too large close their connection', async () => {
  const [large, bad] = await Promise.all([app.connect(session), app.connect(session)])
  large.socket.send('x'.repeat(70_000_000))
  bad.send('query', 'app.state')
  Reflect.get(bad.socket, '_socket').write(Buffer.from([0xff, 0xff, 0, 0]))
  expect(await bad.isClosed()).toBe(1002)
  expect(await large.isClosed()).toBe(1009)
  await expectPage()
})

test('a link is not used up by looking at it, and is good once', async () => {
  const link = new URL(await app.newLink())
  const look = lines(`HEAD ${link.pathname}${link.search} HTTP/1.1`, `Host: ${host()}`)
  expect(await statusOf(look)).toBe(403)
  expect(await app.enter(link.href)).toEqual({
    cookie: expect.stringContaining('='),
    secret: expect.stringMatching(/.{40}/),
  })
  expect(await app.enter(link.href)).toEqual({ cookie: '', secret: '' })
})

test('a page adds a folder only when it is allowed in the terminal', async () => {
  const page = await app.connect(session)
  const documents = await newFolder()
  const folder = nodePath.join(documents, 'autostart \u202etxt')
  await fs.mkdir(folder)
  const asked = page.send('subscription', 'stores.add', { folder })
  expect((await page.reply(asked, ({ result }) => result?.type === 'data')).result?.data).toEqual({ kind: 'asked' })
  await app.prints('autostart \\u{202e}txt')
  app.type('n')
  const refusal = await page.reply(asked, ({ error }) => error !== undefined)
  expect(refusal.error).toMatchObject({ data: { error: { said: { id: 'folder-refused-in-terminal' } } } })
  // The page goes away: so does the question, and Enter is for a new link again.
  const leaving = await app.connect(session)
  await leaving.ask('subscription', 'stores.add', { folder })
  leaving.socket.terminate()
  await app.prints('This question is no longer open')
  await app.enter()
  expect(await fs.readdir(folder)).toEqual([])
  // What is the user's store already needs no leave.
  const own = await page.ask('subscription', 'stores.add', { folder: nodePath.join(home, 'memory') })
  expect(own).toMatchObject({ result: { data: { kind: 'added', key: 'default' } } })
  page.socket.close()
})

test('without a terminal no folder is added, and the answer names the command that adds it', async () => {
  const elsewhere = await newFolder()
  const alone = await BrowserMode.start(elsewhere, { terminal: false })
  const page = await alone.connect(await alone.enter(alone.link))
  const documents = await newFolder()
  const folder = nodePath.join(documents, 'notes')
  const id = page.send('subscription', 'stores.add', { folder })
  const { error } = await page.reply(id, (each) => each.error !== undefined)
  expect(error).toMatchObject({ data: { error: { said: { id: 'folder-needs-terminal' } } } })
  await expect(fs.readdir(folder)).rejects.toThrow('ENOENT')
  await alone.stop()
})

test('other accounts cannot read the link from the arguments of the program that opens it', async () => {
  const elsewhere = await newFolder()
  const opened = nodePath.join(elsewhere, 'opened')
  await fs.writeFile(
    nodePath.join(elsewhere, 'xdg-open'),
    `#!/bin/sh\nprintf '%s' "$*" > '${opened}.new'\nmv '${opened}.new' '${opened}'\n`,
    { mode: 0o755 },
  )
  const env = { PATH: `${elsewhere}:${process.env.PATH ?? ''}`, DISPLAY: ':0' }
  const one = await BrowserMode.start(elsewhere, { args: [], env })
  await expect.poll(() => fs.readFile(opened, 'utf8').catch(() => '')).not.toBe('')
  const file = await fs.readFile(opened, 'utf8')
  expect(nodePath.dirname(file)).toBe(elsewhere)
  expect((await fs.stat(file)).mode & 0o777).toBe(modeHere(0o600))
  const [link = ''] = /http:[^"]+token=[\w-]+/.exec(await fs.readFile(file, 'utf8')) ?? []
  expect((await one.enter(link)).secret).not.toBe('')
  await expect(fs.stat(file)).rejects.toThrow('ENOENT')
  await one.stop()
  // One that nobody used goes with the process.
  await fs.rm(opened)
  const two = await BrowserMode.start(elsewhere, { args: [], env })
  await expect.poll(() => fs.readFile(opened, 'utf8').catch(() => '')).not.toBe('')
  const unused = await fs.readFile(opened, 'utf8')
  expect((await fs.stat(unused)).isFile()).toBe(true)
  await two.stop()
  await expect(fs.stat(unused)).rejects.toThrow('ENOENT')
})
