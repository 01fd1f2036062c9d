import { createWriteStream } from 'node:fs'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import type { FoundInSource } from '../../shared/import.ts'
import { ChatGptExport } from '../../testing/chatgpt-export.ts'
import { newFolder } from '../../testing/folders.ts'
import { runProgram } from '../../testing/programs.ts'
import { leftOutOf } from './testing/read-source.ts'

const { VARIORUM_LONG: LONG, VARIORUM_SEED: SEED } = process.env
const megabytes = Number(LONG ?? 24)
const SHARDS = 12
const MOST_KILOBYTES = 400_000

/** A shard of about so many bytes, made while it is written. */
async function* shardOf(made: ChatGptExport, bytes: number): AsyncGenerator<string> {
  let [length, before] = [0, '[\n']
  while (length < bytes) {
    const item = made.item()
    yield before + item
    length += item.length
    before = ',\n'
  }
  yield '\n]\n'
}

async function writeExport(file: string, made: ChatGptExport): Promise<void> {
  const zip = new ZipFile()
  const written = pipeline(zip.outputStream, createWriteStream(file))
  for (let at = 0; at < SHARDS; at += 1) {
    const shard = Readable.from(shardOf(made, (megabytes * 1_000_000) / SHARDS), { objectMode: true })
    zip.addReadStream(shard, `conversations-${String(at).padStart(3, '0')}.json`, { compressionLevel: 6 })
  }
  zip.addBuffer(Buffer.from('<html></html>'), 'chat.html')
  zip.end()
  await written
}

/** How long the system's own program takes to unpack an archive and check its sums; null without one. */
async function secondsOfUnzip(file: string): Promise<number | null> {
  const begun = performance.now()
  const ended = await runProgram({ file: 'unzip', args: ['-tq', file] }).catch(() => null)
  if (ended === null) return null
  expect(ended.code).toBe(0)
  return (performance.now() - begun) / 1000
}

test('a large export is read whole, in little memory', async () => {
  const file = nodePath.join(await newFolder(), 'export.zip')
  const made = new ChatGptExport(Number(SEED ?? 3))
  await writeExport(file, made)
  const unzip = await secondsOfUnzip(file)
  const reader = nodePath.join(import.meta.dirname, 'testing', 'read-large.ts')
  const ended = await runProgram({ file: process.execPath, args: [reader, file] })
  expect(ended.err.toString()).toBe('')
  const read = JSON.parse(ended.out.toString()) as {
    found: FoundInSource
    bytes: number
    seconds: number
    kilobytes: number
  }
  const { found, bytes, seconds, kilobytes } = read
  const { truth } = made
  const counts = leftOutOf(found)
  expect(counts).toMatchObject({
    'import-only-remembered': truth.remembering,
    'import-nothing-remembered': truth.conversations - truth.remembering,
    'import-no-memory': 1,
  })
  expect((counts['import-not-json'] ?? 0) + (counts['import-odd-item'] ?? 0)).toBe(truth.bad)
  const memories = truth.profiles.size + truth.instructions.size + truth.saved.size
  expect(found.files.reduce((sum, { items }) => sum + items, 0)).toBe(memories)
  expect(found.found).toBe(truth.conversations + truth.bad + memories + 1)
  expect(bytes).toBeGreaterThan(megabytes * 1_000_000)
  expect(kilobytes).toBeLessThan(MOST_KILOBYTES)
  if (LONG !== undefined) {
    const { size } = await fs.stat(file)
    const besides = unzip === null ? '' : `; unzip -t: ${unzip.toFixed(1)} s`
    process.stdout.write(
      `${(bytes / 1e6).toFixed(0)} MB in ${(size / 1e6).toFixed(0)} MB, ${truth.conversations} conversations: ${seconds.toFixed(1)} s, ${(kilobytes / 1000).toFixed(0)} MB of memory at most${besides}\n`,
    )
  }
})
