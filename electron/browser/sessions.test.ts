import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { Sessions } from './sessions.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

let home = ''
beforeEach(async () => {
  home = await newFolder()
  vi.useFakeTimers({ toFake: ['Date'] })
})
afterEach(() => void vi.useRealTimers())

const file = (): string => nodePath.join(home, 'sessions.json')
const pass = (ms: number): unknown => vi.setSystemTime(Date.now() + ms)

test('a session outlives a restart while it is used, and ends after thirty days without use', async () => {
  const { cookie, page } = await new Sessions(home).begin([])
  pass(29 * DAY_MS)
  expect(await new Sessions(home).find([cookie], page)).toMatchObject({ cookie })
  pass(29 * DAY_MS)
  expect(await new Sessions(home).find([cookie])).toMatchObject({ cookie })
  pass(31 * DAY_MS)
  expect(await new Sessions(home).find([cookie], page)).toBeNull()
})

test('an open page is in use', async () => {
  const sessions = new Sessions(home)
  const { cookie, page } = await sessions.begin([])
  const id = (await sessions.find([cookie], page))?.id ?? ''
  pass(29 * DAY_MS)
  expect(await sessions.stillOpen(new Set([id, 'ended']))).toEqual(new Set([id]))
  pass(29 * DAY_MS)
  expect(await sessions.find([cookie], page)).not.toBeNull()
})

test('the last use is written at most once an hour', async () => {
  const sessions = new Sessions(home)
  const { cookie } = await sessions.begin([])
  const written = await fs.stat(file())
  pass(HOUR_MS - 1)
  await sessions.find([cookie])
  expect((await fs.stat(file())).ino).toBe(written.ino)
  pass(1)
  await sessions.find([cookie])
  const again = await fs.stat(file())
  expect(again.ino).not.toBe(written.ino)
  pass(1)
  await Promise.all([sessions.find([cookie]), sessions.find([cookie])])
  expect((await fs.stat(file())).ino).toBe(again.ino)
})

test('the file holds no secret', async () => {
  const { cookie, page } = await new Sessions(home).begin([])
  const text = await fs.readFile(file(), 'utf8')
  for (const secret of [cookie, page]) expect(text).not.toContain(secret)
})

test('a browser that opens a new link has one session, and the others keep theirs', async () => {
  const sessions = new Sessions(home)
  const [first, other] = [await sessions.begin([]), await sessions.begin([])]
  const second = await sessions.begin(['tossed', first.cookie])
  expect(await sessions.find([first.cookie])).toBeNull()
  expect(await sessions.find([second.cookie], second.page)).not.toBeNull()
  expect(await sessions.others((await sessions.find([other.cookie]))?.id ?? '')).toBe(1)
})

test('sessions of an earlier version let nobody in, and are no obstacle to new ones', async () => {
  await fs.writeFile(file(), JSON.stringify({ sessions: ['Zm9ybWVy', 'c2Vzc2lvbnM'] }))
  const sessions = new Sessions(home)
  expect(await sessions.find(['former'])).toBeNull()
  const { cookie, page } = await sessions.begin([])
  expect(await sessions.find([cookie], page)).not.toBeNull()
})
