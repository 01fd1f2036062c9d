import { once } from 'node:events'
import { createServer, type RequestListener, type ServerResponse } from 'node:http'
import { connect, createServer as createTcpServer, type Server, type Socket } from 'node:net'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import { networkFault } from './network-fault.ts'
import { nodeFetch } from './node-fetch.ts'
import { proxyFor } from './proxy.ts'

// How the command line and browser mode reach servers: against real listeners.

async function listen(server: Server): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => sockets.add(socket))
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

/** A proxy that does this with each connection, once it was asked for a tunnel. */
async function proxyThat(does: (socket: Socket) => void): Promise<{ env: { HTTP_PROXY: string }; asked: string[] }> {
  const asked: string[] = []
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (data) => {
      asked.push(data.toString())
      does(socket)
    })
  })
  return { env: { HTTP_PROXY: `http://127.0.0.1:${await listen(server)}` }, asked }
}

async function faultOf(answer: Promise<Response>): Promise<unknown> {
  return networkFault(await answer.catch((error: unknown) => error))
}

const unusable = { kind: 'proxy', trouble: 'unusable' }

test.each<[string, (socket: Socket) => void, unknown]>([
  ['closes', (socket) => socket.end(), unusable],
  ['resets', (socket) => socket.resetAndDestroy(), unusable],
  ['talks something else', (socket) => socket.end('SSH-2.0-OpenSSH\r\n'), unusable],
  ['refuses', (socket) => socket.end('HTTP/1.1 403 Forbidden\r\n\r\n'), unusable],
  ['answers a page', (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nno'), unusable],
  ['wants a sign-in', (socket) => socket.end('HTTP/1.1 407 No\r\n\r\n'), { kind: 'proxy', trouble: 'sign-in' }],
  ['opens and closes', (socket) => socket.end('HTTP/1.1 200 OK\r\n\r\n'), { kind: 'unreachable' }],
])('a proxy that %s is asked once', async (_, does, fault) => {
  const proxy = await proxyThat(does)
  expect(await faultOf(nodeFetch(proxy.env)('https://model.example/v1', {}))).toEqual(fault)
  expect(proxy.asked).toHaveLength(1)
})

test('a proxy that never answers is left when the request is stopped, or in the end', async () => {
  const opened = Promise.withResolvers<Socket>()
  const proxy = await proxyThat((socket) => opened.resolve(socket))
  const stop = new AbortController()
  const answer = nodeFetch(proxy.env)('https://model.example', { signal: stop.signal })
  const socket = await opened.promise
  const closed = once(socket, 'close')
  stop.abort()
  await expect(answer).rejects.toThrow()
  await closed
  expect(await faultOf(nodeFetch(proxy.env, 20)('https://model.example', {}))).toEqual({ kind: 'slow' })
})

test('nothing goes around a proxy that can’t be used', async () => {
  const gone = createTcpServer()
  const port = await listen(gone)
  await new Promise((resolve) => gone.close(resolve))
  for (const url of [`http://127.0.0.1:${port}`, `socks5://127.0.0.1:${port}`, 'http://'])
    expect(await faultOf(nodeFetch({ HTTPS_PROXY: url })('https://model.example', {}))).toEqual(unusable)
})

test('the proxy gets its own user and password, the server never does', async () => {
  let seen: unknown
  const server = await listen(
    createServer(({ headers }, response) => {
      seen = headers
      response.end('hello')
    }),
  )
  const proxy = await proxyThat((socket) => {
    const through = connect(server, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    socket.pipe(through).pipe(socket)
  })
  const env = { HTTP_PROXY: proxy.env.HTTP_PROXY.replace('//', '//us%40er:p%sword@') }
  expect(await (await nodeFetch(env)('http://model.example', {})).text()).toBe('hello')
  expect(proxy.asked[0]).toMatch(/^CONNECT model\.example:80 HTTP\/1\.1\r\n/)
  expect(proxy.asked[0]).toContain(`proxy-authorization: Basic ${btoa('us@er:p%sword')}\r\n`)
  expect(seen).toEqual({ host: 'model.example', 'accept-encoding': 'identity', connection: 'close' })
})

test('the environment names the proxy', () => {
  const env = { HTTP_PROXY: 'http://plain:1', https_proxy: 'secure:2', HTTPS_PROXY: 'http://no:3' }
  const proxyOf = (url: string, more = {}): string | undefined => proxyFor(new URL(url), { ...env, ...more })?.href
  expect(proxyOf('http://a.example')).toBe('http://plain:1/')
  expect(proxyOf('https://a.example')).toBe('http://secure:2/')
  expect(proxyOf('https://a.example', { https_proxy: '', HTTPS_PROXY: undefined })).toBe('http://plain:1/')
  expect(proxyOf('http://a.example', { HTTP_PROXY: '' })).toBeUndefined()
  for (const local of ['http://localhost:1', 'https://127.9.9.9', 'http://[::1]:80'])
    expect(proxyOf(local)).toBeUndefined()
})

test.each([
  ['*', 'https://a.example', true],
  ['b.example, A.example', 'https://a.example', true],
  ['b.example a.example', 'https://a.example', true],
  ['example', 'https://a.example', true],
  ['.a.example', 'https://a.example', true],
  ['*.example', 'https://a.example', true],
  ['a.example:443', 'https://a.example', true],
  ['a.example:80', 'https://a.example', false],
  ['a.example', 'https://aa.example', false],
  ['a.example', 'https://a.example.org', false],
  [' , ,', 'https://a.example', false],
  ['10.0.0.7', 'http://10.0.0.7:8080', true],
  ['fd00::7', 'http://[fd00::7]:8080', true],
  ['[fd00::7]:8080', 'http://[fd00::7]:8080', true],
  ['[fd00::7]:80', 'http://[fd00::7]:8080', false],
])('NO_PROXY=%s: %s goes directly: %s', (list, url, isDirect) => {
  expect(proxyFor(new URL(url), { HTTP_PROXY: 'http://p', NO_PROXY: list }) === null).toBe(isDirect)
})

async function serve(does: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(does))}`
}

test('an answer arrives piece by piece, with its status and headers, and none is followed', async () => {
  const held = Promise.withResolvers<ServerResponse>()
  const url = await serve((_, response) => {
    response.writeHead(307, 'Over there', { location: 'http://127.0.0.1:1/', 'x-two': ['a', 'b'] })
    response.write('one')
    held.resolve(response)
  })
  const answer = await nodeFetch({})(url, { method: 'POST', body: 'ü' })
  const { status, statusText, headers, body } = answer
  expect([status, statusText, headers.get('location'), headers.get('x-two')]).toEqual([
    307,
    'Over there',
    'http://127.0.0.1:1/',
    'a, b',
  ])
  const reader = body?.getReader()
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('one')
  const { req } = await held.promise
  expect([req.method, req.headers['content-length']]).toEqual(['POST', '2'])
  const closed = once(req.socket, 'close')
  await reader?.cancel()
  await closed
})

test.each<[string, RequestListener, string | null]>([
  ['nothing', (_, response) => response.writeHead(204).end(), ''],
  [
    'compressed',
    (_, response) => response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('hello')),
    'hello',
  ],
  ['large', (_, response) => response.end('x'.repeat(3_000_000)), 'x'.repeat(3_000_000)],
  ['cut', (_, response) => response.write('he', () => response.destroy()), null],
  [
    'cut when compressed',
    (_, response) =>
      response
        .writeHead(200, { 'content-encoding': 'gzip' })
        .write(gzipSync('hello').subarray(0, 15), () => response.destroy()),
    null,
  ],
])('a body that is %s', async (_, does, text) => {
  const answer = await nodeFetch({})(await serve(does), {})
  if (text === null) await expect(answer.text()).rejects.toThrow()
  else expect(await answer.text()).toBe(text)
})

test.each<[string, RequestListener]>([
  ['closes', ({ socket }) => socket.end()],
  ['answers what is no HTTP', ({ socket }) => socket.end('SSH-2.0-OpenSSH\r\n')],
  [
    'changes to another protocol',
    ({ socket }) => socket.end('HTTP/1.1 101 Other\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n'),
  ],
  ['answers an impossible status', ({ socket }) => socket.end('HTTP/1.1 999 No\r\n\r\n')],
])('a server that %s', async (_, does) => {
  expect(await faultOf(nodeFetch({})(await serve(does), {}))).toEqual({ kind: 'unreachable' })
})

test('a request that is stopped before it begins is not sent', async () => {
  let count = 0
  const url = await serve(() => (count += 1))
  await expect(nodeFetch({})(url, { signal: AbortSignal.abort() })).rejects.toThrow()
  expect(count).toBe(0)
})
