import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import { exactStatIfThere } from '../../disk/exact-stat.ts'
import { Checkout } from './checkout.ts'
import type { FileEdit } from './file-edit.ts'

const FILES = 200
const ROUNDS = 20

/** Saves each file as editors do, by renaming a new one onto it. Starts when both threads are ready. */
const SAVING = `
const { workerData: { names, ready } } = require('node:worker_threads')
const { renameSync } = require('node:fs')
Atomics.add(ready, 0, 1)
while (Atomics.load(ready, 0) < 2);
for (const name of names) renameSync(name + '.new', name)
`

test('what another program saves while files are removed stays', async () => {
  const [root, scratch] = [await newFolder(), await newFolder()]
  for (let round = 0; round < ROUNDS; round += 1) {
    const names = Array.from({ length: FILES }, (_, at) => `${round}-${at}.md`)
    const edits = names.map((path): FileEdit => {
      const address = nodePath.join(root, path)
      fs.writeFileSync(address, 'ours\n')
      fs.writeFileSync(`${address}.new`, 'theirs\n')
      const stat = exactStatIfThere(address)
      if (stat === null) throw new Error('it was just written')
      return { path, expected: { kind: 'file', id: '', mode: '100644', stat }, target: null }
    })
    const ready = new Int32Array(new SharedArrayBuffer(4))
    const saving = new Worker(SAVING, {
      eval: true,
      workerData: { names: names.map((name) => nodePath.join(root, name)), ready },
    })
    const saved = new Promise((resolve) => saving.once('exit', resolve))
    while (Atomics.load(ready, 0) < 1) await new Promise(setImmediate)
    Atomics.add(ready, 0, 1)
    new Checkout(root, scratch).apply(edits, { makeFolders: [], removeFolders: [] })
    await saved
    const texts = names.map((name) => fs.existsSync(nodePath.join(root, name)))
    expect(texts).toEqual(names.map(() => true))
  }
  expect(fs.readdirSync(scratch)).toEqual([])
})
