import { readFileSync, utimesSync, writeFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { newFolder } from '../../testing/folders.ts'
import { CompiledProgram } from './compiled-program.ts'

let folder = ''
let file = ''

beforeEach(async () => {
  folder = await newFolder()
  file = nodePath.join(folder, 'program.cjs')
})

const says = (word: string): string =>
  `const say = () => '${word}'; require('node:fs').writeFileSync(__dirname + '/said', say())`

/** Writes the program as if it had been built in that second. */
function build(word: string, second: number): void {
  writeFileSync(file, says(word))
  utimesSync(file, second, second)
}

function ran(): { readonly said: string; readonly isCompiled: boolean } {
  const program = new CompiledProgram(file, `${file}.cache`)
  program.run()
  return { said: readFileSync(nodePath.join(folder, 'said'), 'utf8'), isCompiled: program.isCompiled }
}

function keep(): void {
  const program = new CompiledProgram(file, `${file}.cache`)
  program.run()
  program.keep()
}

test('a program is compiled once, and then comes from its cache', () => {
  build('early', 1)
  expect(ran()).toEqual({ said: 'early', isCompiled: false })
  keep()
  expect(ran()).toEqual({ said: 'early', isCompiled: true })
})

test('a file that it loads uses what is in it, and does not start it again', () => {
  writeFileSync(nodePath.join(folder, 'later.cjs'), "exports.word = require('./program.cjs').word")
  writeFileSync(
    file,
    "exports.word = 'once'; require('node:fs').appendFileSync(__dirname + '/said', require('./later.cjs').word)",
  )
  expect(ran().said).toBe('once')
})

test('a cache that is older than the program, whose length is the same, is ignored', () => {
  build('early', 1)
  keep()
  build('later', Date.now() / 1_000 + 60)
  expect(ran()).toEqual({ said: 'later', isCompiled: false })
})

test('a damaged or torn cache is ignored', () => {
  build('early', 1)
  keep()
  const cache = `${file}.cache`
  const kept = readFileSync(cache)
  for (const damaged of [
    Buffer.alloc(0),
    kept.subarray(0, 3),
    kept.subarray(0, kept.length - 9),
    Buffer.from(kept.map((byte, at) => (at === kept.length >> 1 ? byte ^ 1 : byte))),
    Buffer.from('not a cache'),
  ]) {
    writeFileSync(cache, damaged)
    expect(ran()).toEqual({ said: 'early', isCompiled: false })
  }
})
