import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { createServer, request as forward, type RequestListener, type Server } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import { connect, type Socket } from 'node:net'
import * as nodePath from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { CLI, type Ran, runCli, spawnCli } from '../testing/command-line.ts'
import { newFolder } from '../testing/folders.ts'
import { startTurnServer, type TurnServer } from './torture/turn-server.ts'

// How the built command line reaches servers.

let root = ''
let model: TurnServer
beforeEach(async () => {
  root = await newFolder()
  model = await startTurnServer()
})
afterEach(async () => {
  await model.close()
})

function chat(baseUrl: string, env: Readonly<Record<string, string>>): Promise<Ran> {
  return runCli(chatWith(baseUrl), envOf(env))
}

function chatWith(baseUrl: string): readonly string[] {
  return ['chat', '-p', 'Remember', '--provider', 'compatible', '--base-url', baseUrl, '--model', 'small']
}

/** Whatever this machine has set must not decide. */
function envOf(env: Readonly<Record<string, string>>): Record<string, string> {
  return { VARIORUM_HOME: root, ...NO_PROXIES, NODE_EXTRA_CA_CERTS: '', SSL_CERT_DIR: '', ...env }
}

const NO_PROXIES = Object.fromEntries(
  ['http_proxy', 'https_proxy', 'no_proxy'].flatMap((name) => [name, name.toUpperCase()]).map((name) => [name, '']),
)

async function listen(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

/** A proxy that knows one server, under any name. */
async function startProxy(): Promise<{ readonly url: string; readonly asked: readonly string[] }> {
  const asked: string[] = []
  const proxy = createServer()
  proxy.on('connect', ({ url = '' }, socket) => {
    asked.push(url)
    const server = connect(Number(new URL(model.url).port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n')
      socket.pipe(server).pipe(socket)
    })
    for (const each of [socket, server]) each.on('error', () => server.destroy())
  })
  return { url: `http://127.0.0.1:${await listen(proxy)}`, asked }
}

test("requests to other computers go through the environment's proxy, those to this computer do not", async () => {
  const proxy = await startProxy()
  const env = { HTTP_PROXY: proxy.url, HTTPS_PROXY: proxy.url, NO_PROXY: 'other.invalid' }
  expect(await chat('http://model.example', env)).toMatchObject({
    code: 0,
    out: 'It is written.\n',
    err: expect.not.stringMatching('Warning'),
  })
  expect(new Set(proxy.asked)).toEqual(new Set(['model.example:80']))
  const before = proxy.asked.length
  expect(await chat('http://other.invalid', env)).toMatchObject({ code: 1 })
  expect(await chat(model.url, env)).toMatchObject({ code: 0, out: 'It is written.\n' })
  const locals = ['127.9.9.9', '[::1]', 'localhost'].map(async (local) => {
    expect((await chat(`http://${local}:1`, env)).err).toContain(`The server at ${local}:1 can’t be reached`)
  })
  await Promise.all(locals)
  expect(proxy.asked).toHaveLength(before)
})

test('a proxy that wants a sign-in is named', async () => {
  const proxy = createServer()
  proxy.on('connect', (_, socket) => socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n'))
  const ran = await chat('https://model.example', { HTTPS_PROXY: `http://127.0.0.1:${await listen(proxy)}` })
  expect(ran).toMatchObject({ code: 1, err: expect.stringContaining('proxy requires you to sign in (407)') })
})

test('a proxy that closes each connection is asked once for each request, and named', async () => {
  let connections = 0
  const proxy = createServer().on('connection', (socket: Socket) => {
    connections += 1
    socket.destroy()
  })
  const url = `http://127.0.0.1:${await listen(proxy)}`
  const ran = await Promise.all(
    ['https', 'http'].map((scheme) => chat(`${scheme}://model.example`, { HTTP_PROXY: url })),
  )
  for (const { code, err } of ran) expect([code, err]).toEqual([1, expect.stringMatching('proxy didn’t let')])
  // For the list of models, and for the answer.
  expect(connections).toBe(2 * ran.length)
})

test.each(['SIGINT', 'SIGTERM'] as const)('%s ends a request that a proxy never answers', async (signal) => {
  const asked = Promise.withResolvers<void>()
  const proxy = createServer().on('connect', () => asked.resolve())
  const env = envOf({ HTTP_PROXY: `http://127.0.0.1:${await listen(proxy)}` })
  const child = spawn(process.execPath, [CLI, ...chatWith('https://model.example')], {
    env: { ...process.env, ...env },
  })
  const ended = once(child, 'close')
  await asked.promise
  child.kill(signal)
  expect(await ended).toEqual([130, null])
})

test("a server whose certificate this computer's own authority signed is believed", async () => {
  const files = { key: nodePath.join(root, 'key.pem'), cert: nodePath.join(root, 'cert.pem') }
  const wanted =
    'req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 2 -subj /CN=Test -addext subjectAltName=IP:127.0.0.1'
  execFileSync('openssl', [...wanted.split(' '), '-keyout', files.key, '-out', files.cert], { stdio: 'pipe' })
  const pass: RequestListener = (request, response) => {
    const { method, url = '/', headers } = request
    const passed = forward(`${model.url}${url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(response)
    })
    request.pipe(passed)
  }
  const server = createSecureServer({ key: await fs.readFile(files.key), cert: await fs.readFile(files.cert) }, pass)
  const url = `https://127.0.0.1:${await listen(server)}`
  expect(await chat(url, {})).toMatchObject({ code: 1, err: expect.stringContaining('doesn’t trust its certificate') })
  // Elsewhere the system's store is no file that a variable could name. A process reads it once.
  const trusting = await spawnCli(chatWith(url), envOf({ SSL_CERT_FILE: files.cert }))
  expect(trusting.code).toBe(process.platform === 'linux' ? 0 : 1)
})
