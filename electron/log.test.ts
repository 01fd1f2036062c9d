import * as fs from 'node:fs/promises'
import { homedir } from 'node:os'
import * as nodePath from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { newFolder } from '../testing/folders.ts'
import { modeHere } from '../testing/systems.ts'
import { openLog } from './log.ts'

let home = ''
beforeEach(async () => {
  home = await newFolder()
})

const read = (name = 'variorum.log'): Promise<string> => fs.readFile(nodePath.join(home, 'logs', name), 'utf8')

test('a fault is logged with its kind and place, and without what it quotes, secrets or the name of the account', async () => {
  const log = openLog(home)
  const memory = (): unknown => JSON.parse('Ana is allergic to shellfish')
  try {
    memory()
  } catch (error) {
    log.fault('reading', new Error(`not read: ${homedir()}/x AKIAIOSFODNN7QZVWXKL`, { cause: error }))
  }
  log.fault('something', { Ana: 'an object' })
  const text = await read()
  expect(text).toMatch(/^\d{4}-\d\d-\d\dT\S+Z reading: Error: not read: ~\/x /)
  expect(text).toMatch(/because of SyntaxError: Unexpected token/)
  expect(text).toMatch(/at memory \(.*log\.test\.ts/)
  expect(text).toContain('something: object')
  for (const left of ['Ana', 'shellfish', 'AKIAIOSFODNN7QZVWXKL', homedir()]) expect(text).not.toContain(left)
  expect((await fs.stat(log.file)).mode & 0o777).toBe(modeHere(0o600))
  expect((await fs.stat(nodePath.dirname(log.file))).mode & 0o777).toBe(modeHere(0o700))
})

test('two files of a megabyte are kept', async () => {
  const log = openLog(home)
  const line = 'a window was closed. '.repeat(1_000)
  for (let at = 0; at < 150; at += 1) log.note(`${at} ${line}`)
  expect((await fs.readdir(nodePath.dirname(log.file))).toSorted()).toEqual(['variorum.1.log', 'variorum.log'])
  for (const name of ['variorum.log', 'variorum.1.log'])
    expect((await read(name)).length).toBeLessThanOrEqual(1_000_000)
  expect(await read()).toContain('149 a window')
})

test('a log that cannot be written is no fault', async () => {
  await fs.writeFile(nodePath.join(home, 'logs'), '')
  expect(() => openLog(home).note('started')).not.toThrow()
})
