import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { McpHttpDoor } from '../../testing/mcp-http-door.ts'

// What other programs of this computer can try against the door over HTTP.

let home = ''
let door: McpHttpDoor
beforeAll(async () => {
  home = await newFolder()
  door = await McpHttpDoor.start(home, 'cursor')
})
afterAll(() => door[Symbol.asyncDispose]())

interface Answer {
  /** 0 if the connection was cut without one. */
  readonly status: number
  readonly said: string
}

/** The answer to these bytes, to the end of its body or of the connection. */
function answerTo(...bytes: readonly (string | Uint8Array)[]): Promise<Answer> {
  const { promise, resolve } = Promise.withResolvers<Answer>()
  let said = ''
  const socket = connect(door.port, '127.0.0.1', () => {
    for (const each of bytes) socket.write(each)
  })
  socket.on('data', (data) => {
    said += data.toString('latin1')
    if (said.endsWith('\r\n0\r\n\r\n')) socket.destroy()
  })
  socket.on('error', () => undefined)
  socket.on('close', () => resolve({ status: Number(/^HTTP\/1\.1 (\d{3})/.exec(said)?.[1] ?? 0), said }))
  return promise
}

const SHOWN = ['Content-Type: application/json', 'Accept: application/json, text/event-stream']

function head(method: string, path: string, length: number, ...headers: readonly string[]): string {
  const own = [`Host: 127.0.0.1:${door.port}`, `Authorization: Bearer ${door.token}`, 'Connection: close']
  return `${[`${method} ${path} HTTP/1.1`, ...headers, ...own, ...SHOWN, `Content-Length: ${length}`].join('\r\n')}\r\n\r\n`
}

const posted = (body: string | Uint8Array, ...headers: readonly string[]): Promise<Answer> =>
  answerTo(head('POST', '/mcp', Buffer.byteLength(body), ...headers), body)

const request = (method: string, params: unknown = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
const LIST = request('tools/list')

async function expectWell(): Promise<void> {
  expect(door.isRunning).toBe(true)
  expect(await posted(LIST)).toMatchObject({ status: 200, said: expect.stringContaining('memory_view') })
}

test('what is no request of the protocol is refused without a word of this computer', async () => {
  const bodies: readonly (string | Uint8Array)[] = [
    ...'|null|7|"x"|[]|{|[1, null]'.split('|'),
    LIST + LIST,
    '['.repeat(200_000),
    '{"a":'.repeat(100_000),
    Buffer.from([0x22, 0xff, 0xfe, 0xc0, 0x80, 0x22]),
    LIST.replace('{}', 'null'),
    LIST.replace('"id":1', '"id":{}'),
    LIST.replace('"tools/list"', 'null'),
  ]
  const path = (each: string): Promise<Answer> => answerTo(head('POST', each, LIST.length), LIST)
  const odd: readonly (readonly [what: string, status: number, answer: Promise<Answer>])[] = [
    ...bodies.map((body) => [String(body).slice(0, 60), 400, posted(body)] as const),
    ...['/mcp/../x', '//mcp', '/mcp%00', '/mcp/', '/%6dcp', 'http://evil.example/mcp', '*', '/../../etc/passwd'].map(
      (each) => [each, 404, path(each)] as const,
    ),
    ...['GET', 'DELETE', 'PUT', 'OPTIONS', 'TRACE', 'PATCH'].map(
      (method) => [method, 405, answerTo(head(method, '/mcp', 0))] as const,
    ),
    ...['Mcp-Protocol-Version: ../../x', 'Mcp-Protocol-Version: 2026-07-28', 'Transfer-Encoding: gzip'].map(
      (header) => [header, 400, posted(LIST, header)] as const,
    ),
    ['Host', 421, posted(LIST, 'Host: evil.example')],
    ['Origin', 403, posted(LIST, 'Origin: http://evil.example')],
    ['Authorization', 401, posted(LIST, 'Authorization: Bearer x')],
    ['X', 431, posted(LIST, `X: ${'x'.repeat(20_000)}`)],
    ['no HTTP', 400, answerTo('\0\u0001\r\n\r\n')],
    [
      'chunks',
      400,
      answerTo(head('POST', '/mcp', 0).replace('Content-Length: 0', 'Transfer-Encoding: chunked'), 'ZZ\r\n'),
    ],
  ]
  for (const [what, status, answer] of odd) {
    const { said, ...given } = await answer
    expect({ what, ...given }).toEqual({ what, status })
    expect(said).not.toMatch(/"stack"|node_modules|node:internal|\.[cm]?[jt]s:\d/)
    expect(said).not.toContain(home)
  }
  await expectWell()
})

test('what is odd but a request is served, and a connection that is cut or too large ends nothing', async () => {
  const polluted = LIST.replace('{}', '{"__proto__":{"x":1},"constructor":{}}')
  for (const body of [`\ufeff${LIST}`, `[${LIST},${LIST}]`, polluted])
    expect(await posted(body), body.slice(0, 60)).toMatchObject({ status: 200 })
  const long = request('tools/call', { name: 'memory_view', arguments: { path: 'x'.repeat(3_000_000) } })
  expect((await posted(long)).said).toContain('Error: The path is not allowed')
  const tooLong = request('tools/call', { name: 'memory_view', arguments: { path: 'x'.repeat(30_000_000) } })
  expect([0, 413]).toContain((await posted(tooLong)).status)
  await Promise.all(
    Array.from({ length: 40 }, async (_, at) => {
      const whole = head('POST', '/mcp', LIST.length) + LIST
      const socket = connect(door.port, '127.0.0.1', () => {
        socket.write(whole.slice(0, (at * whole.length) / 39), () => socket.resetAndDestroy())
      })
      await once(
        socket.on('error', () => undefined),
        'close',
      )
    }),
  )
  await expectWell()
})
