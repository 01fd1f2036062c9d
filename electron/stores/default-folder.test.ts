import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { saying } from '../../testing/saying.ts'
import { defaultStore, storeIn } from '../home.ts'
import { defaultFolder } from './default-folder.ts'
import { syncWarning } from './folders.ts'

let home = ''
beforeEach(async () => {
  home = await newFolder()
})

const at = (...names: readonly string[]): string => nodePath.join(home, ...names)

test("the system's folder for documents is used, and found by doors that cannot ask the system", async () => {
  const user = { env: {}, home, userHome: home }
  expect(await defaultFolder(user)).toBe(defaultStore({}, home))
  expect(await defaultFolder({ ...user, documents: at('Dokumente') })).toBe(storeIn(at('Dokumente')))
  expect(await defaultFolder(user)).toBe(storeIn(at('Dokumente')))
})

test('a store in the usual folder stays the default, whatever the system calls its folder for documents', async () => {
  await fs.mkdir(defaultStore({}, home), { recursive: true })
  const folder = await defaultFolder({ env: {}, home, userHome: home, documents: at('Dokumente') })
  expect(folder).toBe(defaultStore({}, home))
})

test('what the user chose wins, from then on; a home of its own has its own', async () => {
  const env = { VARIORUM_HOME: home }
  expect(await defaultFolder({ env, home, documents: at('Dokumente') })).toBe(at('memory'))
  expect(await defaultFolder({ env, home, documents: at('Dokumente'), place: at('place') })).toBe(storeIn(at('place')))
  expect(await defaultFolder({ env, home, documents: at('Dokumente') })).toBe(storeIn(at('place')))
})

test('a folder that is synchronised is noticed where its links lead', async () => {
  const cloud = at('Library', 'Mobile Documents', 'com~apple~CloudDocs')
  await fs.mkdir(cloud, { recursive: true })
  await fs.mkdir(at('Documents', 'Variorum'), { recursive: true })
  const documents = at('Documents', 'Variorum')
  expect(await syncWarning(documents, home)).toBeNull()
  await fs.symlink(at('Documents'), nodePath.join(cloud, 'Documents'))
  expect(await syncWarning(documents, home)).toEqual(saying('synchronises'))
  expect(await syncWarning(at('Documents2'), home)).toBeNull()
  expect(await syncWarning('C:\\Users\\ana\\OneDrive\\Documents\\Variorum', home)).toEqual(saying('synchronises'))
})
