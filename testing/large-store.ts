import { spawn } from 'node:child_process'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { random } from './random.ts'

// Large stores for measuring, made by native git from a seed.

export interface Shape {
  readonly files: number
  readonly commits: number
  /** All in one folder, instead of nested. */
  readonly flat?: boolean
  readonly seed: number
}

const WORDS =
  'harbour gauge tide plan Lisbon meeting Ana notes project deadline budget travel coffee train ticket draft review memory agent policy garden recipe invoice router kernel thesis sailing winter summer Monday Friday morning evening'.split(
    ' ',
  )

export function pathOf(at: number, { flat = false }: Pick<Shape, 'flat'>): string {
  const name = `note-${String(at).padStart(5, '0')}.md`
  return flat
    ? name
    : `topic-${String(Math.floor(at / 1_000)).padStart(2, '0')}/part-${String(Math.floor(at / 100) % 10)}/${name}`
}

function sentence(pick: (below: number) => number, words: number): string {
  return Array.from({ length: words }, () => WORDS[pick(WORDS.length)]).join(' ')
}

/** A note of some 500 bytes; `serial` makes each version differ. */
export function noteText(at: number, serial: number, pick: (below: number) => number): string {
  return `# Note ${at}\n\nchanged ${serial}\n\n${Array.from({ length: 8 }, () => `- ${sentence(pick, 7)}\n`).join('')}`
}

/** Each later commit changes one file. @returns once the work tree is checked out and packed as `git gc` leaves it */
export async function makeStore(dir: string, shape: Shape): Promise<void> {
  mkdirSync(dir, { recursive: true })
  git(dir, 'init', '-q', '-b', 'main')
  const pick = random(shape.seed)
  const importer = spawn('git', ['fast-import', '--quiet'], { cwd: dir, stdio: ['pipe', 'ignore', 'inherit'] })
  const send = async (text: string): Promise<void> => {
    if (!importer.stdin.write(text)) await once(importer.stdin, 'drain')
  }
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`
  const start = 1_700_000_000
  const commit = (at: number, subject: string): string =>
    `commit refs/heads/main\ncommitter Agent <agent@variorum.invalid> ${start + at * 60} +0000\n${data(subject)}`
  await send(commit(0, 'start\n'))
  for (let at = 0; at < shape.files; at += 1)
    await send(`M 100644 inline ${pathOf(at, shape)}\n${data(noteText(at, 0, pick))}`)
  for (let at = 1; at < shape.commits; at += 1) {
    const file = at % 2_500 === 0 ? 7 : pick(shape.files)
    const path = pathOf(file, shape)
    await send(`${commit(at, message(at, path))}M 100644 inline ${path}\n${data(noteText(file, at, pick))}`)
  }
  importer.stdin.end()
  await once(importer, 'close')
  git(dir, 'reset', '-q', '--hard', 'main')
}

function message(at: number, path: string): string {
  const id = at
    .toString(32)
    .toUpperCase()
    .replaceAll(/[ILOU]/g, 'Z')
    .padStart(20, '0')
  return `str_replace ${path}\n\nVariorum-Id: 01HF00${id}\nVariorum-Command: str_replace\nVariorum-Actor: agent\nVariorum-Conversation: 01HF0000000000000000000000\nVariorum-Turn: ${1 + Math.floor(at / 5)}\nVariorum-Lineage: agent\nVariorum-Path: ${path}\n`
}

export function git(dir: string, ...args: readonly string[]): string {
  const env = {
    ...process.env,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'Bench',
    GIT_AUTHOR_EMAIL: 'bench@example.invalid',
    GIT_COMMITTER_NAME: 'Bench',
    GIT_COMMITTER_EMAIL: 'bench@example.invalid',
  }
  return execFileSync('git', [...args], { cwd: dir, env, encoding: 'utf8', maxBuffer: 1_000_000_000 })
}
