import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { git } from '../../testing/git.ts'
import { judgeTexts, type Question, type SharedNotes } from '../../testing/shared-notes.ts'
import { differing, files } from './judge.ts'
import { deviceFolder } from './sync-moments.ts'

const Listed = z.array(z.object({ id: z.string(), paths: z.array(z.string()) }))
const Kept = z.array(z.object({ id: z.string() }).loose())

export interface SharedBy {
  readonly dirs: readonly string[]
  /** The bare repository. */
  readonly remote: string
  /** Commits that were seen at the end of its branch. */
  readonly tips: readonly string[]
}

/** What is wrong with a memory that all devices have synced. @param asked what waits on any of them */
export async function judgeDevices(
  { dirs, remote, tips }: SharedBy,
  notes: SharedNotes,
  asked: readonly Question[],
): Promise<{ readonly wrong: readonly string[]; readonly others: number }> {
  const [dir = ''] = dirs
  const wrong: string[] = []
  const heads = await Promise.all(dirs.map(async (each) => (await git(each, 'rev-parse', 'HEAD')).trim()))
  if (new Set(heads).size > 1) wrong.push(`the devices have ${heads.join(' and ')}`)
  const there = await files(dir)
  for (const each of dirs) {
    const difference = differing(await files(each), there)
    if (difference !== '') wrong.push(difference)
  }
  const fsck = await git(remote, 'fsck', '--strict', '--no-dangling').catch(String)
  if (fsck.replace(/^notice: .*\n/gm, '') !== '') wrong.push(`the remote’s git says ${fsck}`)
  wrong.push(...(await wrongInLine(dir, tips)))
  const history = await git(dir, 'log', '-p', '--format=')
  const judged = judgeTexts(notes, { texts: [...there.values()], asked, history })
  return { wrong: [...wrong, ...judged.wrong], others: judged.others }
}

/** Nothing that was ever pushed left the line of first parents, and nothing is in it twice. */
async function wrongInLine(dir: string, tips: readonly string[]): Promise<readonly string[]> {
  const format = '--format=%H %(trailers:key=Variorum-Id,valueonly,separator=%x2C)'
  const line = (await git(dir, 'log', '--first-parent', format))
    .trim()
    .split('\n')
    .map((each) => each.split(' '))
  const commits = new Set(line.map(([commit]) => commit))
  const ids = line.flatMap(([, id]) => (id === undefined || id === '' ? [] : [id]))
  const twice = ids.filter((id, at) => ids.indexOf(id) !== at)
  return [
    ...tips.filter((tip) => !commits.has(tip)).map((tip) => `the pushed ${tip} is not in the line`),
    ...twice.map((id) => `${id} is twice in the line`),
  ]
}

/** What waits on a device, as it is listed, with all that is kept of it. */
export function waitingIn(home: string, listed: string): readonly Question[] {
  const path = nodePath.join(deviceFolder(home), 'waiting.json')
  const kept = fs.existsSync(path) ? Kept.parse(JSON.parse(fs.readFileSync(path, 'utf8'))) : []
  return Listed.parse(JSON.parse(listed)).map(({ id, paths }) => ({
    path: paths[0] ?? '',
    text: JSON.stringify(kept.find((each) => each.id === id) ?? null),
  }))
}

/** The lock files of git. */
export function locksIn(gitdir: string): readonly string[] {
  return fs.readdirSync(gitdir, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.lock'))
}
