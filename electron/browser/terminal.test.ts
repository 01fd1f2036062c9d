import { PassThrough } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { confirmFolder } from './confirm-folder.ts'
import { Terminal } from './terminal.ts'

let input = new PassThrough()
let printed = ''
const onEnter = vi.fn<() => void>()
let terminal: Terminal
beforeEach(() => {
  input = new PassThrough()
  printed = ''
  onEnter.mockClear()
  terminal = new Terminal({ input, print: (text) => void (printed += text), onEnter })
})
afterEach(() => {
  terminal.close()
  vi.useRealTimers()
})

const ask = (question: string, signal?: AbortSignal): Promise<string> =>
  terminal.ask(question, { waitMs: 120_000, signal })
const shows = (text: string): Promise<void> => vi.waitFor(() => expect(printed).toContain(text))

test('Enter answers what is asked, and is for a new link when nothing is', async () => {
  input.write('\n')
  await vi.waitFor(() => expect(onEnter).toHaveBeenCalledOnce())
  const answer = ask('First?')
  await shows('First?')
  input.write('what\n')
  await shows('First?First?')
  input.write('\n')
  expect(await answer).toBe('yes')
  input.write('\n')
  await vi.waitFor(() => expect(onEnter).toHaveBeenCalledTimes(2))
})

test('one question at a time; one that was taken back is not asked', async () => {
  const takenBack = new AbortController()
  const [first, second, third] = [ask('First?'), ask('Second?', takenBack.signal), ask('Third?')]
  await shows('First?')
  expect(printed).not.toContain('Second?')
  takenBack.abort()
  input.write('N\n')
  expect(await first).toBe('no')
  expect(await second).toBe('withdrawn')
  await shows('Third?')
  expect(printed).not.toContain('Second?')
  input.write('y\n')
  expect(await third).toBe('yes')
})

test('after two minutes nobody answers any more, and Enter is for a new link again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const added = confirmFolder(terminal, '/home/ana/notes', {})
  const message = added.catch(String)
  await vi.advanceTimersByTimeAsync(119_999)
  expect(printed).not.toContain('Nobody')
  await vi.advanceTimersByTimeAsync(1)
  expect(await message).toMatch(/within two minutes.*Nothing was added.*variorum --store DIR --trust/)
  vi.useRealTimers()
  input.write('\n')
  await vi.waitFor(() => expect(onEnter).toHaveBeenCalledOnce())
})

test('nobody is there once the input has ended', async () => {
  const asked = ask('First?')
  await shows('First?')
  input.end()
  expect(await asked).toBe('absent')
  expect(await ask('Second?')).toBe('absent')
})

test('a folder with control characters in its name cannot draw on the terminal', async () => {
  const asked = confirmFolder(terminal, '/home/ana/\u001b[2Jnotes\n\u202e\u009b', {})
  await shows('use this folder for a memory: /home/ana/\\u{1b}[2Jnotes\\u{a}\\u{202e}\\u{9b}\n')
  input.write('\n')
  await asked
})

test('the terminal says when what came with the folder is to be used', async () => {
  for (const trust of [false, true]) {
    printed = ''
    const asked = confirmFolder(terminal, '/home/ana/notes', { trust })
    await shows('Enter to allow it')
    expect(printed.includes('rules and instructions that came with')).toBe(trust)
    input.write('\n')
    await asked
  }
})
