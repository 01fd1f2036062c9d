import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { createServer, request, type Server } from 'node:http'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { installedBeside } from '../../../testing/beside.ts'
import { newFolder } from '../../../testing/folders.ts'
import { McpHttpDoor } from '../../../testing/mcp-http-door.ts'
import { runProgram } from '../../../testing/programs.ts'

// The protocol's official conformance suite against the HTTP door, in a long run; in short, that its exceptions have
// reasons. VARIORUM_CONFORMANCE names a folder that keeps the suite, which is installed from the network otherwise.

const SUITE = '@modelcontextprotocol/conformance'
const PACKAGES = { 'suite-0.1': `npm:${SUITE}@0.1.16`, 'suite-0.2': `npm:${SUITE}@0.2.0-alpha.12` }
const RUNS = [
  { suite: 'suite-0.1', revision: 'all that it knows', args: [], baseline: '2025.yml' },
  { suite: 'suite-0.2', revision: '2025-11-25', args: ['--spec-version', '2025-11-25'], baseline: '2025.yml' },
  { suite: 'suite-0.2', revision: '2026-07-28', args: ['--spec-version', '2026-07-28'], baseline: '2026-07-28.yml' },
] as const

/** How the suite says that a tool, a prompt, a resource or a method is missing. */
const NOT_OFFERED =
  /Unknown (?:tool|prompt): |Method not found|Resource not found|Not testable: |Tool '\w+' not found|Expected InputRequiredResult|could not get initial InputRequiredResult/

const baselineIn = (name: string): string => nodePath.join(import.meta.dirname, name)

test.for([...new Set(RUNS.map(({ baseline }) => baseline))])('every exception in %s has a reason', async (name) => {
  const [heading, ...lines] = (await fs.readFile(baselineIn(name), 'utf8')).trimEnd().split(/^server:\n/m)
  expect(heading).toMatch(/^# .*\n$/)
  const exceptions = lines.join('').split('\n')
  expect(exceptions.filter((line) => !/^ {2}- [\w-]+ # \S.+$/.test(line))).toEqual([])
  expect(exceptions).toEqual([...new Set(exceptions)].toSorted())
})

const isLong = process.env.VARIORUM_LONG !== undefined
const folder = isLong ? await installedBeside(PACKAGES, process.env.VARIORUM_CONFORMANCE) : ''

/** A server before the door that adds the token, which the suite knows nothing of. */
async function proxyTo({ port, token }: McpHttpDoor): Promise<Server> {
  const proxy = createServer((asked, answer) => {
    const { host = '', origin } = asked.headers
    const toDoor = (address: string): string => address.replace(`:${portOf(proxy)}`, `:${port}`)
    const shown = { authorization: `Bearer ${token}`, host: toDoor(host), ...(origin && { origin: toDoor(origin) }) }
    const { url: path, method } = asked
    const sent = { host: '127.0.0.1', port, path, method, headers: { ...asked.headers, ...shown } }
    const passed = request(sent, (answered) => {
      answer.writeHead(answered.statusCode ?? 500, answered.headers)
      answered.pipe(answer)
    })
    passed.on('error', () => answer.destroy())
    asked.pipe(passed)
  })
  await once(proxy.listen(0, '127.0.0.1'), 'listening')
  return proxy
}

function portOf(server: Server): number {
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

const Checks = z.array(z.looseObject({ id: z.string(), status: z.string(), errorMessage: z.string().optional() }))

test.for(isLong ? RUNS : [])('$suite, revision $revision', async ({ suite, args, baseline }) => {
  const results = await newFolder()
  const program = nodePath.join(folder, 'node_modules', suite, 'dist', 'index.js')
  await using door = await McpHttpDoor.start(await newFolder(), 'conformance')
  await using proxy = await proxyTo(door)
  const against = ['server', '--url', `http://127.0.0.1:${portOf(proxy)}/mcp`, '--suite', 'all', ...args]
  const files = ['--expected-failures', baselineIn(baseline), '--output-dir', results]
  const { code, out, err } = await runProgram({ file: process.execPath, args: [program, ...against, ...files] })
  const said = `${out.toString()}${err.toString()}`
  process.stdout.write(said.slice(said.indexOf('=== SUMMARY')))
  // Not 0 also if something passes that the baseline lists.
  expect({ code, said }).toEqual({ code: 0, said: expect.stringContaining('=== SUMMARY') })
  // A scenario in the baseline may fail at what we do not offer, and at nothing else.
  const failed = await Promise.all(
    (await fs.readdir(results)).map(async (name) =>
      Checks.parse(JSON.parse(await fs.readFile(nodePath.join(results, name, 'checks.json'), 'utf8')))
        .filter(({ status }) => status === 'FAILURE')
        .map(({ id, errorMessage }) => `${id}: ${errorMessage}`),
    ),
  )
  expect(failed.flat().filter((each) => !NOT_OFFERED.test(each))).toEqual([])
})
