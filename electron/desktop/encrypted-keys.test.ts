import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { EncryptedKeys } from './encrypted-keys.ts'

test('keys stored by an earlier version are used for their own origin, and can be replaced and removed', async () => {
  const home = await newFolder()
  const coded = (text: string): string => Buffer.from(text).toString('base64')
  const former = {
    anthropic: coded('claude'),
    'compatible https://one.example': coded('one, before'),
    'https://one.example': coded('one'),
    'compatible http://127.0.0.1:4000': coded('local'),
    'compatible ': coded('of no address'),
  }
  await fs.writeFile(nodePath.join(home, 'keys.json'), JSON.stringify({ version: 1, keys: former }))
  const keys = new EncryptedKeys(home)
  const all = async () => Object.fromEntries((await keys.all()).map(([slot, key]) => [slot, key.toString()]))
  expect(await all()).toEqual({
    'https://api.anthropic.com': 'claude',
    'https://one.example': 'one',
    'http://127.0.0.1:4000': 'local',
  })
  await keys.put('https://api.anthropic.com', Buffer.from('new'))
  await keys.remove('http://127.0.0.1:4000')
  expect(await all()).toEqual({ 'https://api.anthropic.com': 'new', 'https://one.example': 'one' })
})
