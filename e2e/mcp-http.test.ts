import { request } from 'node:http'
import * as nodePath from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runCli } from '../testing/command-line.ts'
import { newFolder } from '../testing/folders.ts'
import { connectedOverHttp, MCP_LINES, USUAL_LINE } from '../testing/mcp-client.ts'
import { McpHttpDoor } from '../testing/mcp-http-door.ts'

let home = ''
let door: McpHttpDoor
let url = ''
let token = ''

const cli = (...args: readonly string[]) =>
  runCli(['--store', nodePath.join(home, 'memory'), ...args], { VARIORUM_HOME: home })

beforeEach(async () => {
  home = await newFolder()
  door = await McpHttpDoor.start(home, 'cursor')
  url = door.url
  token = door.token
})
afterEach(() => door[Symbol.asyncDispose]())

test('a client with its token has one session over many requests, of whatever line', async () => {
  for (const line of MCP_LINES) {
    const client = await connectedOverHttp(line, url, token)
    expect((await client.listTools()).tools).toHaveLength(8)
    const call = (name: string, given: Record<string, unknown>) => client.callTool({ name, arguments: given })
    await call('memory_create', { path: `${line}.md`, file_text: 'one\ntwo\n' })
    await cli('exec') // nothing to do
    await call('memory_insert', { path: `${line}.md`, insert_line: 0, insert_text: 'zero' })
    // As the session saw it last.
    await call('memory_insert', { path: `${line}.md`, insert_line: 3, insert_text: 'three' })
    const { content } = await call('memory_view', { path: `${line}.md` })
    expect(content).toMatchObject([{ text: expect.stringContaining('     4\tthree') }])
    await client.close()
  }
  const { out } = await cli('log', '--client', 'cursor', '--json')
  const sessions = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).origin.clientSession)
  expect(sessions).toHaveLength(9)
  expect(new Set(sessions).size).toBe(MCP_LINES.length)
})

test('of one client, each window counts lines as it saw them itself', async () => {
  const [first, second] = [await connectedOverHttp('1.x', url, token), await connectedOverHttp('2.x', url, token)]
  await first.callTool({ name: 'memory_create', arguments: { path: 'a.md', file_text: 'one\ntwo\n' } })
  for (const each of [first, second]) await each.callTool({ name: 'memory_view', arguments: { path: 'a.md' } })
  const insert = (by: typeof first, insert_line: number, insert_text: string) =>
    by.callTool({ name: 'memory_insert', arguments: { path: 'a.md', insert_line, insert_text } })
  await insert(second, 0, 'zero')
  await insert(first, 1, 'after one')
  const { content } = await second.callTool({ name: 'memory_view', arguments: { path: 'a.md' } })
  expect(content[0]?.text?.split('\n').slice(1)).toEqual([
    '     1\tzero',
    '     2\tone',
    '     3\tafter one',
    '     4\ttwo',
  ])
  for (const each of [first, second]) await each.close()
})

/** The status of one request as a program of the same computer may send it. */
function statusOf(headers: Readonly<Record<string, string>>, path = '/mcp'): Promise<number | undefined> {
  const { promise, resolve, reject } = Promise.withResolvers<number | undefined>()
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} })
  const accept = { Accept: 'application/json, text/event-stream', 'Content-Type': 'application/json' }
  const sent = request(new URL(path, url), { method: 'POST', headers: { ...accept, ...headers } }, (response) => {
    response.resume()
    resolve(response.statusCode)
  })
  sent.on('error', reject).end(body)
  return promise
}

test('whoever shows no token, another’s site or another name for this address gets nothing', async () => {
  const shown = { Authorization: `Bearer ${token}` }
  expect(await statusOf(shown)).toBe(200)
  expect(await statusOf({})).toBe(401)
  for (const wrong of ['Bearer', 'Bearer x', `Bearer ${token}x`, `Basic ${token}`, `Bearer ${token.toLowerCase()}`])
    expect(await statusOf({ Authorization: wrong }), wrong).toBe(401)
  const port = new URL(url).port
  for (const host of ['evil.example', `evil.example:${port}`, '127.0.0.1', `127.0.0.1:1`, `[::1]:${port}`])
    expect(await statusOf({ ...shown, Host: host }), host).toBe(421)
  for (const origin of ['https://evil.example', 'null', 'http://localhost:1', `https://127.0.0.1:${port}`])
    expect(await statusOf({ ...shown, Origin: origin }), origin).toBe(403)
  expect(await statusOf({ ...shown, Origin: `http://127.0.0.1:${port}` })).toBe(200)
  expect(await statusOf(shown, '/')).toBe(404)
})

test('a token is one client’s, and no longer valid once there is a new one or none', async () => {
  const other = (await cli('clients', 'codex', '--token')).out.trim()
  const client = await connectedOverHttp(USUAL_LINE, url, other)
  await client.callTool({ name: 'memory_create', arguments: { path: 'a.md', file_text: 'a\n' } })
  expect(JSON.parse((await cli('log', '--json')).out).origin.client).toBe('codex')
  await cli('clients', 'codex', '--token')
  await expect(client.listTools()).rejects.toThrow()
  expect(await statusOf({ Authorization: `Bearer ${token}` })).toBe(200)
  await cli('clients', 'cursor', '--no-token')
  expect(await statusOf({ Authorization: `Bearer ${token}` })).toBe(401)
})

test('a port that is taken is said, and nothing is started', async () => {
  const { code, err } = await cli('mcp', '--http', '--port', new URL(url).port)
  expect([code, err]).toEqual([1, expect.stringContaining('is taken')])
})
