import { type Ended, type Program, runProgram } from './programs.ts'

/** Where the repositories of folders are that keep them beside. Their configuration says which folder is theirs. */
export const gitDirs = new Map<string, string>()

/** Runs git. @throws with all it said, unless it ends well */
async function run(args: readonly string[], options: Omit<Program, 'file' | 'args'>): Promise<Ended> {
  const gitDir = gitDirs.get(options.cwd ?? '')
  const beside = gitDir === undefined ? [] : [`--git-dir=${gitDir}`]
  const ended = await runProgram({ file: 'git', args: [...beside, ...args], ...options })
  if (ended.code !== 0) throw new Error(`Command failed: git ${args.join(' ')}\n${ended.err}${ended.out}`)
  return ended
}

/** Runs native git without any user's or system's configuration, and returns its output. Commits are by "T". */
export function git(dir: string, ...args: readonly string[]): Promise<string> {
  return gitWith({}, dir, ...args)
}

/** Commits what is in the folder as of a time. @returns the commit's id */
export async function commitAt(dir: string, time: string): Promise<string> {
  await git(dir, 'add', '-A')
  await gitWith({ GIT_AUTHOR_DATE: time, GIT_COMMITTER_DATE: time }, dir, 'commit', '-qm', 'change')
  return (await git(dir, 'rev-parse', 'HEAD')).trim()
}

async function gitWith(
  extra: Readonly<Record<string, string>>,
  dir: string,
  ...args: readonly string[]
): Promise<string> {
  const env = {
    ...process.env,
    ...extra,
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_AUTHOR_NAME: 'T',
    GIT_AUTHOR_EMAIL: 't@example.invalid',
    GIT_COMMITTER_NAME: 'T',
    GIT_COMMITTER_EMAIL: 't@example.invalid',
  }
  return (await run(args, { cwd: dir, env })).out.toString()
}

/** Every file of HEAD with its text. */
export async function filesOfHead(dir: string): Promise<Record<string, string>> {
  const entries = (await git(dir, 'ls-tree', '-r', '-z', 'HEAD')).split('\0').filter((entry) => entry !== '')
  const files = entries.map((entry) => {
    const tab = entry.indexOf('\t')
    return { id: entry.slice(0, tab).split(' ')[2] ?? '', name: entry.slice(tab + 1) }
  })
  const input = files.map(({ id }) => `${id}\n`).join('')
  const { out } = await run(['cat-file', '--batch'], { cwd: dir, input })
  let at = 0
  const texts = files.map(({ name }) => {
    const header = out.indexOf('\n', at)
    const size = Number(out.toString('latin1', at, header).split(' ')[2])
    at = header + 1 + size + 1
    return [name, out.toString('utf8', header + 1, header + 1 + size)] as const
  })
  return Object.fromEntries(texts)
}

/** What `git fsck` and `git status` report for a repository; '' when it is sound and its work tree clean. */
export async function gitComplaints(dir: string): Promise<string> {
  const fsck = await run(['fsck', '--strict', '--no-dangling'], { cwd: dir }).then(
    ({ out, err }) => `${out}${err}`,
    (error: unknown) => String(error),
  )
  return fsck.replace(/^notice: .*\n/gm, '') + (await git(dir, 'status', '--porcelain', '-uall').catch(String))
}

/** Makes a repository with this many commits. Each changes one of `d/note-0.md` to `d/note-49.md` in turn. */
export async function importCommits(dir: string, count: number): Promise<void> {
  await run(['init', '-q', '-b', 'main', dir], {})
  const data = (text: string): string => `data ${Buffer.byteLength(text)}\n${text}\n`
  const commit = (_: unknown, at: number): string =>
    `commit refs/heads/main\ncommitter A <a@example.invalid> ${1_700_000_000 + at} +0000\n${data(`version ${at}`)}M 100644 inline d/note-${at % 50}.md\n${data(`version ${at} of this\n`)}`
  await run(['fast-import', '--quiet'], { cwd: dir, input: Array.from({ length: count }, commit).join('') })
  await git(dir, 'reset', '-q', '--hard')
}
