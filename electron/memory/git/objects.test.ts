import { Buffer } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { newFolder } from '../../../testing/folders.ts'
import { encodeEntry, inGitOrder, parseCommit, parseTree, type TreeEntry } from './objects.ts'

// What git and other programs may have written.

const TREE = '4b825dc642cb6eb9a060e54bf8d69288fbee4904'
const BLOB = 'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391'

/** The author and message of a commit, as git shows them and as we read them. */
async function readBoth(author: string, rest: Buffer): Promise<readonly [git: string, ours: string]> {
  const cwd = await newFolder()
  execFileSync('git', ['init', '-q'], { cwd })
  const head = `tree ${TREE}\nauthor ${author}\ncommitter A <a@b> 1700000000 +0000\n`
  const bytes = Buffer.concat([Buffer.from(head, 'latin1'), rest])
  const id = execFileSync('git', ['hash-object', '-w', '-t', 'commit', '--literally', '--stdin'], { cwd, input: bytes })
    .toString()
    .trim()
  const git = execFileSync('git', ['show', '-s', '--format=%an|%ae|%at|%B', id], { cwd }).toString().trim()
  const commit = parseCommit(id, bytes)
  return [git, `${commit.author.name}|${commit.author.email}|${commit.author.timestamp}|${commit.message}`.trim()]
}

test.for<readonly [encoding: string, bytes: string, text: string]>([
  ['ISO-8859-1', 'Gr\u00fc\u00dfe', 'Grüße'],
  ['Shift_JIS', '\u0093\u00fa\u0096\u007b', '日本'],
  ['unheard-of', 'plain', 'plain'],
])('a message in %s is read as git reads it', async ([encoding, bytes, text]) => {
  const rest = Buffer.from(`encoding ${encoding}\n\n${bytes}\n`, 'latin1')
  const name = encoding === 'ISO-8859-1' ? 'J\u00fcrgen' : 'A'
  const [git, ours] = await readBoth(`${name} <a@b> 1700000000 +0100`, rest)
  expect(ours).toBe(git)
  expect(ours).toBe(`${name}|a@b|1700000000|${text}`)
})

test.for(['UTF-16', 'utf-16le', 'unicode'])(
  'a commit that says %s is read, since git writes no zero bytes',
  (encoding) => {
    const header = `tree ${TREE}\nparent ${BLOB}\nauthor A <a@b> 1700000000 +0000\nencoding ${encoding}\n`
    const { tree, parents, author, message } = parseCommit(BLOB, Buffer.from(`${header}\nplain\n`))
    expect([tree, parents, author.name, message]).toEqual([TREE, [BLOB], 'A', 'plain\n'])
  },
)

test('an author line of nothing but signs is read at once', { timeout: 5_000 }, () => {
  for (const sign of ['<', ' <', '>', '> ', '<a> ']) {
    const author = sign.repeat(60_000 / sign.length)
    expect(parseCommit(BLOB, Buffer.from(`tree ${TREE}\nauthor ${author}\n\nx\n`)).tree).toBe(TREE)
  }
})

test.for(['A <a@b>> 1700000000 +0000', 'A <a> B <c@d> 1700000000 +0000', 'A <a@b>  1700000000  +0100'])(
  'the date of an odd author is the one that git finds: %s',
  async (author) => {
    const [git, ours] = await readBoth(author, Buffer.from('\nodd\n'))
    expect(ours).toBe(git)
  },
)

test('a file with a mode of other programs is the file that git takes it for', () => {
  const id = Buffer.alloc(20, 1)
  const tree = ['100664 a', '100600 b', '100775 c', '100700 d', '040000 e', '120000 f', '160000 g'].flatMap((entry) => [
    Buffer.from(`${entry}\0`),
    id,
  ])
  const modes = parseTree(Buffer.concat(tree)).map(({ mode }) => mode)
  expect(modes).toEqual(['100644', '100644', '100755', '100755', '40000', '120000', '160000'])
})

test('a folder is sorted as git sorts it, also beside a name that is not UTF-8', async () => {
  const cwd = await newFolder()
  execFileSync('git', ['init', '-q'], { cwd })
  const entries: readonly TreeEntry[] = [
    { name: 'é', mode: '40000', id: TREE },
    // The bytes of "é", a space and 0xff.
    { name: '\udcc3\udca9 \udcff', mode: '100644', id: BLOB },
  ]
  const lines = entries.map((entry) => {
    const [type, bytes] = [entry.mode === '40000' ? 'tree' : 'blob', encodeEntry(entry).subarray(entry.mode.length + 1)]
    const name = bytes.subarray(0, bytes.indexOf(0) + 1)
    return Buffer.concat([Buffer.from(`${entry.mode} ${type} ${entry.id}\t`), name])
  })
  const made = execFileSync('git', ['mktree', '-z', '--missing'], { cwd, input: Buffer.concat(lines) })
    .toString()
    .trim()
  const sorted = Buffer.concat(entries.toSorted(inGitOrder).map(encodeEntry))
  expect(execFileSync('git', ['cat-file', 'tree', made], { cwd })).toEqual(sorted)
})
