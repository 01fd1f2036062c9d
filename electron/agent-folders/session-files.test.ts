import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { setImmediate as next } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { ClaudeSession } from '../../testing/claude-session.ts'
import { newFolder } from '../../testing/folders.ts'
import { projectFolders, SessionIndex, sessionsIn } from './session-files.ts'

let home = ''
let file = ''
let session = new ClaudeSession({ config: '', project: '' })

beforeEach(async () => {
  home = await newFolder()
  file = nodePath.join(home, 'memory', 'a.md')
  session = new ClaudeSession({ config: home, project: '/srv/portal' })
})

const index = (): SessionIndex => new SessionIndex((path) => path === file)

async function found(from = index()): Promise<readonly unknown[]> {
  return (await from.callsIn(session.transcript)).calls.map(({ path, sentence, wrote }) => {
    return [path, sentence?.text ?? null, typeof wrote === 'string' ? wrote : wrote?.map((each) => each.new)]
  })
}

test('of a transcript that grew only the rest is read; one that is another now is read anew', async () => {
  const kept = index()
  await session.say('One.')
  await session.write(file, 'one\n')
  expect(await found(kept)).toEqual([[file, 'One.', 'one\n']])
  await session.edit(file, 'nowhere', 'x')
  await session.edit(file, 'one', 'two')
  const half = JSON.stringify({ type: 'user', timestamp: '2026-01-01T00:00:00.000Z', message: { content: 'Half.' } })
  await fs.appendFile(session.transcript, half.slice(0, 20))
  expect(await found(kept)).toEqual([
    [file, 'One.', 'one\n'],
    [file, 'One.', ['two']],
  ])
  await fs.appendFile(session.transcript, `${half.slice(20)}\n`)
  await session.edit(file, 'two', 'three')
  expect(await found(kept)).toHaveLength(3)
  await fs.truncate(session.transcript, 0)
  await session.say('Again.')
  await session.write(file, 'four\n')
  expect(await found(kept)).toEqual(await found())
})

test('lines that are none, too long or lies hide nothing else, and lead nowhere', async () => {
  const call = (input: unknown, more: object = {}): Promise<void> =>
    session.entry({
      type: 'assistant',
      message: { content: [{ type: 'tool_use', id: 'call', name: 'Write', input }] },
      ...more,
    })
  const end = (more: object = {}): Promise<void> =>
    session.entry({ type: 'user', message: { content: [{ type: 'tool_result', tool_use_id: 'call', ...more }] } })
  await session.say('One.')
  for (const line of [
    '',
    'not json',
    'null',
    '7',
    '[]',
    '{}',
    '['.repeat(200_000),
    '{"type":"user","message":7}',
    '\0\u202e',
  ])
    await session.line(line)
  await fs.appendFile(session.transcript, Buffer.from([0xff, 0xfe, 0x0a]))
  for (const path of [`${file}/../b.md`, '../a.md', 'a.md', '', '\0', '//server/share/a.md', '/etc/passwd']) {
    await call({ file_path: path, content: 'x' })
    await end()
  }
  await call({ file_path: file, content: 'x' }, { timestamp: 'yesterday' })
  await end()
  await call({ file_path: [file], content: 'x' })
  await end()
  await call({ file_path: file, content: 'denied' })
  await end({ is_error: true })
  await end()
  await call({ file_path: file, content: 'never answered' })
  await session.entry({ type: 'user', parentUuid: 'nobody', message: { content: [] } })
  await session.line({ type: 'x', long: 'x'.repeat(9 * 1024 * 1024) })
  await session.write(file, '<img src=x onerror=alert(1)>\n')
  expect(await found()).toEqual([[file, null, '<img src=x onerror=alert(1)>\n']])
  expect((await index().callsIn(session.transcript)).isWhole).toBe(false)
  await session.say('Two.')
  await session.write(file, 'y'.repeat(1_000_001))
  await session.write(file, 'z')
  expect((await found()).slice(1)).toEqual([
    [file, 'Two.', undefined],
    [file, 'Two.', 'z'],
  ])
})

test('of a branch that the user left, nothing is taken for what led to a call', async () => {
  await session.say('One.')
  const lines = (await fs.readFile(session.transcript, 'utf8')).trimEnd().split('\n')
  const at: unknown = JSON.parse(lines.at(-1) ?? '').uuid
  await session.say('Two, which the user takes back.')
  await session.entry({ type: 'attachment', parentUuid: at, attachment: { type: 'date' } })
  await session.write(file, 'x')
  expect(await found()).toEqual([[file, 'One.', 'x']])
})

test('only files in the folders of projects are transcripts: no link, pipe or folder', async () => {
  await session.say('One.')
  const folder = nodePath.dirname(session.transcript)
  const name = (digit: string): string => nodePath.join(folder, `${digit.repeat(8)}-0000-0000-0000-000000000000.jsonl`)
  await fs.mkdir(name('a'))
  await fs.writeFile(nodePath.join(folder, 'notes.jsonl'), '{}\n')
  if (process.platform !== 'win32') {
    await fs.symlink(session.transcript, name('b'))
    execFileSync('mkfifo', [name('c')])
    await fs.symlink(folder, nodePath.join(home, 'projects', 'link'))
    expect(await index().callsIn(name('b'))).toEqual({ calls: [], isWhole: false })
    expect(await index().callsIn(name('c'))).toEqual({ calls: [], isWhole: false })
  }
  expect(await projectFolders(nodePath.join(home, 'projects'))).toEqual([folder])
  expect((await sessionsIn(folder)).map(({ id }) => id)).toEqual([session.id])
  expect(await sessionsIn(nodePath.join(home, 'nowhere'))).toEqual([])
  expect(await index().callsIn(name('d'))).toEqual({ calls: [], isWhole: false })
})

const MEGABYTES = process.env.VARIORUM_LONG === undefined ? 4 : 200

test('a long transcript is read while others go on working, and little of it is kept', async () => {
  await session.say('One.')
  const turn = `${JSON.stringify({ type: 'user', message: { content: 'x'.repeat(10_000) } })}\n`.repeat(100)
  for (let megabyte = 0; megabyte < MEGABYTES; megabyte += 1) await fs.appendFile(session.transcript, turn)
  await session.write(file, 'x')
  const before = process.memoryUsage()
  const seen = { turns: 0, isRead: false }
  const reading = found().finally(() => (seen.isRead = true))
  while (!seen.isRead) {
    await next()
    seen.turns += 1
  }
  expect(await reading).toEqual([[file, 'One.', 'x']])
  // Of every megabyte some time is left to others.
  expect(seen.turns).toBeGreaterThan(MEGABYTES)
  const now = process.memoryUsage()
  expect(now.rss - before.rss).toBeLessThan(150_000_000)
})
