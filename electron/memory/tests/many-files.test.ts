import {
  chmodSync,
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  renameSync,
  statSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import * as fs from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { byUser } from '../../../shared/origin.ts'
import type { Gate } from '../../../shared/policy.ts'
import { deviceOf, newFolder } from '../../../testing/folders.ts'
import { openStore } from '../open-store.ts'
import type { Checkout } from '../repo/checkout.ts'
import type { Repository } from '../repo/repository.ts'
import { createStore, type OpeningStore } from '../store.ts'
import {
  agent,
  allow,
  fileAt,
  filesOfHead,
  git,
  gitComplaints,
  newStore,
  repositoryOf,
  subjects,
  user,
  writeOutside,
} from './store-fixture.ts'

// Many files are written in place, one after the other: what may interfere, and what a kill leaves.

const restoring = { ...user, verb: 'restore' } as const
const COUNT = 40
const name = (at: number): string => `d${Math.floor(at / 15)}/f${String(at).padStart(2, '0')}.md`
const old = (at: number): string => `old ${at}\n`.repeat(1 + (at % 7) * 40)
const now = (at: number): string => `now ${at}\n`.repeat(1 + ((at + 3) % 7) * 40)
/** The file that is left half written: both its versions are longer than a sector. */
const HALF_WRITTEN = 13

interface Place {
  readonly dir: string
  readonly repo: Repository
  readonly store: OpeningStore
  /** The commit with all old texts; HEAD has the new ones. */
  readonly point: string
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

async function twoStates({ gate = allow }: { readonly gate?: Gate } = {}): Promise<Place> {
  const dir = await newFolder()
  for (let at = 0; at < COUNT; at += 1) await writeOutside(dir, name(at), old(at))
  await writeOutside(dir, 'gone.md', 'gone\n')
  await (await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })).close()
  const point = (await git(dir, 'rev-parse', 'HEAD')).trim()
  for (let at = 0; at < COUNT; at += 1) await writeOutside(dir, name(at), now(at))
  await fs.rm(`${dir}/gone.md`)
  await writeOutside(dir, 'new.md', 'new\n')
  const repo = await repositoryOf(dir)
  const store = createStore(repo, 'id', { gate })
  await store.begin({ watch: false, adoptOnOpen: true })
  return {
    dir,
    repo,
    store,
    point,
    async [Symbol.asyncDispose]() {
      await store.close()
    },
  }
}

const all = (text: (at: number) => string): Record<string, string> =>
  Object.fromEntries(Array.from({ length: COUNT }, (_, at) => [name(at), text(at)]))
const OLD = { ...all(old), 'gone.md': 'gone\n' }
const NOW = { ...all(now), 'new.md': 'new\n' }

test('many files are written in place; those that cannot be are replaced', async () => {
  await using place = await twoStates()
  const { dir, store, point } = place
  const inode = (at: number): number => statSync(`${dir}/${name(at)}`).ino
  linkSync(`${dir}/${name(1)}`, `${dir}.linked`)
  chmodSync(`${dir}/${name(2)}`, 0o400)
  chmodSync(`${dir}/${name(3)}`, 0o755)
  await fs.rm(`${dir}/${name(4)}`)
  symlinkSync('elsewhere', `${dir}/${name(4)}`)
  const before = Array.from({ length: COUNT }, (_, at) => inode(at < 5 ? 5 : at))
  expect(await store.restore(point, [''], restoring)).toMatchObject({ kind: 'committed' })
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([OLD, ''])
  expect(Array.from({ length: COUNT }, (_, at) => inode(at < 5 ? 5 : at))).toEqual(before)
  expect([
    await fs.readFile(`${dir}.linked`, 'utf8'),
    statSync(`${dir}/${name(2)}`).mode & 0o777,
    await fs.readdir(`${dir}/.git/variorum/tmp`),
  ]).toEqual([old(1), process.platform === 'win32' ? 0o444 : 0o400, []])
  expect((await store.history({ limit: 1 })).commits[0]?.changeCount).toBe(COUNT + 2)
  await fs.rm(`${dir}.linked`)
})

test('an edited file stays the file that it is, with its attributes and its other names', async () => {
  await using place = await newStore({ prepare: (dir) => writeOutside(dir, 'a.md', 'one\n') })
  const { dir, store } = place
  linkSync(`${dir}/a.md`, `${dir}.linked`)
  const { ino } = statSync(`${dir}/a.md`)
  const found = await store.look('a.md')
  const before = found.kind === 'file' ? found.blob.id : null
  expect(await store.put([fileAt('a.md', 'longer than before\n', before)], agent)).toMatchObject({ kind: 'committed' })
  expect(await store.undo({ next: 'undo' }, byUser('undo'))).toMatchObject({ kind: 'committed' })
  expect([statSync(`${dir}/a.md`).ino, await fs.readFile(`${dir}.linked`, 'utf8')]).toEqual([ino, 'one\n'])
  expect(await gitComplaints(dir)).toBe('')
  await fs.rm(`${dir}.linked`)
})

test('what others do to a file between its inspection and its write stays, and becomes history', async () => {
  const outside = await newFolder()
  let meddle = (): void => undefined
  await using place = await twoStates({
    gate: ({ path }) => {
      if (path === name(COUNT - 1)) meddle()
      return { kind: 'allow' }
    },
  })
  const { dir, store, point } = place
  meddle = () => {
    meddle = () => undefined
    writeFileSync(`${dir}/${name(0)}`, 'in place\n')
    writeFileSync(`${dir}/${name(20)}.new`, 'by another file\n')
    renameSync(`${dir}/${name(20)}.new`, `${dir}/${name(20)}`)
    writeFileSync(`${dir}/gone.md`, 'somebody was here\n')
    writeFileSync(`${dir}/new.md`, 'not to be removed\n')
    renameSync(`${dir}/d2`, `${dir}/moved`)
    symlinkSync(outside, `${dir}/d2`)
  }
  expect(await store.restore(point, [''], restoring)).toMatchObject({ kind: 'committed' })
  await store.adopt()
  const moved = Object.fromEntries(
    Object.entries(NOW).flatMap(([path, text]) =>
      path.startsWith('d2/') ? [[path.replace('d2/', 'moved/'), text]] : [],
    ),
  )
  const rest = Object.fromEntries(Object.entries(OLD).filter(([path]) => !path.startsWith('d2/')))
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([
    {
      ...rest,
      ...moved,
      [name(0)]: 'in place\n',
      [name(20)]: 'by another file\n',
      'gone.md': 'somebody was here\n',
      'new.md': 'not to be removed\n',
      d2: outside,
    },
    '',
  ])
  expect(await fs.readdir(outside)).toEqual([])
  expect((await subjects(dir)).slice(0, 2)).toEqual([
    expect.stringMatching(/^Another program: deleted outside: /),
    expect.stringMatching(/^User: restore/),
  ])
})

const full = (): Error => Object.assign(new Error('ENOSPC'), { code: 'ENOSPC', syscall: 'write' })

/**
 * Makes the disk full once the first sector of this file is written and, if `putBack` is given, again once that many
 * files have been put back.
 */
function failAt(checkout: Checkout, dir: string, file: string, putBack?: number): void {
  const apply = checkout.apply.bind(checkout)
  const spy = vi.spyOn(checkout, 'apply').mockImplementationOnce((edits, folders) => {
    const at = edits.findIndex(({ path }) => path === file)
    apply(edits.slice(0, at), folders)
    const half = openSync(`${dir}/${file}`, 'r+')
    writeSync(half, edits[at]?.target?.bytes.subarray(0, 512) ?? Buffer.alloc(0))
    closeSync(half)
    if (putBack !== undefined) {
      spy.mockImplementationOnce((back) => {
        apply(back.slice(0, putBack), folders)
        throw full()
      })
    }
    throw full()
  })
}

test('a disk that is full after half of the files: everything is put back, including the half-written file', async () => {
  await using place = await twoStates()
  const { dir, repo, store, point } = place
  failAt(repo.checkout, dir, name(HALF_WRITTEN))
  await expect(store.restore(point, [''], restoring)).rejects.toMatchObject({
    code: 'disk',
    message: expect.stringContaining('Nothing was written'),
  })
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([NOW, ''])
  expect(await store.restore(point, [''], restoring)).toMatchObject({ kind: 'committed' })
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([OLD, ''])
})

test('files that cannot be put back either: the command is in the history, and the next one completes it', async () => {
  await using place = await twoStates()
  const { dir, repo, store, point } = place
  failAt(repo.checkout, dir, name(HALF_WRITTEN), 0)
  await expect(store.restore(point, [''], restoring)).rejects.toMatchObject({
    code: 'disk',
    message: expect.stringContaining('in the history'),
  })
  expect(await store.remove([name(1)], { ...user, verb: 'delete' })).toMatchObject({ kind: 'committed' })
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([
    Object.fromEntries(Object.entries(OLD).filter(([path]) => path !== name(1))),
    '',
  ])
})

/** A restore that was killed while it wrote a file, or after this many files were put back. */
async function killedAt(place: Place, file: string, putBack = 0): Promise<void> {
  failAt(place.repo.checkout, place.dir, file, putBack)
  await place.store.restore(place.point, [''], restoring).catch(() => undefined)
  await place.store.close()
  vi.restoreAllMocks()
}

test('killed while a file was half written: all files are completed, and none counts as an edit', async () => {
  await using place = await twoStates()
  const { dir } = place
  await killedAt(place, name(HALF_WRITTEN))
  const half = await fs.readFile(`${dir}/${name(HALF_WRITTEN)}`, 'utf8')
  expect([half === old(HALF_WRITTEN), half === now(HALF_WRITTEN)]).toEqual([false, false])
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  expect([await filesOfHead(dir), await gitComplaints(dir), (await subjects(dir))[0]]).toEqual([
    OLD,
    '',
    expect.stringMatching(/^User: restore/),
  ])
  await store.close()
})

test.for([0, HALF_WRITTEN - 1, HALF_WRITTEN, HALF_WRITTEN + 1, COUNT - 1])(
  'killed, and another program wrote file %s before the next start: its text stays',
  async (at) => {
    await using place = await twoStates()
    const { dir } = place
    await killedAt(place, name(HALF_WRITTEN))
    await writeOutside(dir, name(at), 'somebody\n')
    const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
    expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([{ ...OLD, [name(at)]: 'somebody\n' }, ''])
    expect((await subjects(dir)).slice(0, 2)).toEqual([
      `Another program: edited outside: ${name(at)}`,
      expect.stringMatching(/^User: restore/),
    ])
    await store.close()
  },
)

test('killed while the files were put back: the command is completed all the same', async () => {
  await using place = await twoStates()
  const { dir } = place
  await killedAt(place, name(HALF_WRITTEN), 5)
  const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
  expect([await filesOfHead(dir), await gitComplaints(dir), (await subjects(dir))[0]]).toEqual([
    OLD,
    '',
    expect.stringMatching(/^User: restore/),
  ])
  await store.close()
})

test.for([HALF_WRITTEN - 3, HALF_WRITTEN + 3])(
  'a file that looks half written, but not where the kill was (file %s), counts as an edit',
  async (at) => {
    await using place = await twoStates()
    const { dir } = place
    await killedAt(place, name(HALF_WRITTEN))
    const mixed = old(at).slice(0, 512) + now(at).slice(512)
    await writeOutside(dir, name(at), mixed)
    const store = await openStore({ dir, device: deviceOf(dir), gate: allow, watch: false })
    expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([{ ...OLD, [name(at)]: mixed }, ''])
    await store.close()
  },
)

test('a removed folder of many files can be restored and removed again', async () => {
  await using place = await twoStates()
  const { dir, store } = place
  const head = (await store.history({ limit: 1 })).commits[0]?.id ?? ''
  mkdirSync(`${dir}/d9`)
  for (let at = 0; at < 30; at += 1) writeFileSync(`${dir}/d9/${at}.md`, `${at}\n`)
  await store.adopt()
  const with9 = await filesOfHead(dir)
  expect(await store.remove(['d9'], { ...user, verb: 'delete' })).toMatchObject({ kind: 'committed' })
  expect([await filesOfHead(dir), await gitComplaints(dir), await fs.readdir(dir)]).toEqual([
    NOW,
    '',
    expect.not.arrayContaining(['d9']),
  ])
  const [removal] = (await store.history({ limit: 1 })).commits
  expect(await store.undo({ commits: [removal?.id ?? ''] }, { ...user, verb: 'undo' })).toMatchObject({
    kind: 'committed',
  })
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([with9, ''])
  expect(await store.move([{ from: 'd9', to: 'd8' }], { ...user, verb: 'rename' })).toMatchObject({ kind: 'committed' })
  expect(await store.restore(head, [''], restoring)).toMatchObject({ kind: 'committed' })
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([NOW, ''])
})
