import { Buffer } from 'node:buffer'
import * as fs from 'node:fs'
import * as nodePath from 'node:path'
import { deflateSync } from 'node:zlib'
import {
  A,
  B,
  addCommit,
  addObject,
  bomb,
  commitEntry,
  entry,
  entryHeader,
  forgeIndex,
  headOf,
  headTreeOf,
  indexEntry,
  inGit,
  link,
  moveMain,
  OFFSET_DELTA,
  packTree,
  REF_DELTA,
  sparse,
  TREE,
  write,
  writeLoose,
  writePack,
  type Place,
} from './forge.ts'

// What may be wrong with a folder's git.

export interface HostileFolder {
  readonly name: string
  readonly make: (place: Place) => void
  /** Whoever reads it all takes much memory, or time. */
  readonly isCostly: boolean
}

export const one = (name: string, make: HostileFolder['make']): HostileFolder => ({ name, make, isCostly: false })
export const costly = (name: string, make: HostileFolder['make']): HostileFolder => ({ name, make, isCostly: true })

/** A program that leaves a trace where it must not. */
const PROGRAM = '#!/bin/sh\necho ran > ../../outside/ran\n'
const HEADS = ['refs/../../../outside/ref', 'refs/heads/../../../../outside/profile', 'refs/heads/a.lock', 'refs/x/..']

export const IN_OBJECTS: readonly HostileFolder[] = [
  one('a tree with ".."', (place) => commitEntry(place, '100644', '..')),
  one('a tree whose ".." has a file', (place) =>
    commitEntry(
      place,
      '40000',
      '..',
      addObject(place, 'tree', entry('100644', 'new', addObject(place, 'blob', Buffer.from('x')))),
    ),
  ),
  one('a tree with ".git"', (place) => commitEntry(place, '100644', '.git')),
  one('a tree with ".GIT "', (place) => commitEntry(place, '100644', '.GIT ')),
  one('a tree with a slash in a name', (place) => commitEntry(place, '100644', '../../outside/new')),
  one('a tree with an empty name', (place) => commitEntry(place, '100644', '')),
  one('a link that leads out, with a file behind it', (place) => {
    commitEntry(place, '120000', 'link', addObject(place, 'blob', Buffer.from('../../outside')))
    link('../../outside', nodePath.join(place.dir, 'link'))
  }),
  costly('a tree with ten thousand million files', (place) => {
    let id = addObject(place, 'blob', Buffer.from('x'))
    for (let depth = 0; depth < 10; depth += 1) {
      const child = id
      const names = Array.from({ length: 10 }, (_, at) => `f${at}`)
      id = addObject(
        place,
        'tree',
        Buffer.concat(names.map((name) => entry(depth === 0 ? '100644' : '40000', name, child))),
      )
    }
    moveMain(place, addCommit(place, id, [headOf(place)]))
  }),
  costly('a tree with no file, and more folders than can be counted', (place) => {
    let id = addObject(place, 'tree', Buffer.alloc(0))
    for (let depth = 0; depth < 12; depth += 1) {
      const child = id
      const names = Array.from({ length: 16 }, (_, at) => `d${String.fromCharCode(97 + at)}`)
      id = addObject(place, 'tree', Buffer.concat(names.map((name) => entry('40000', name, child))))
    }
    moveMain(place, addCommit(place, id, [headOf(place)]))
  }),
  costly('a commit whose header has millions of lines', (place) => {
    const header = Buffer.from(`tree ${headTreeOf(place)}\n${'a\n'.repeat(7_900_000)}\nx\n`)
    moveMain(place, addObject(place, 'commit', header))
  }),
  costly('a tree three thousand folders deep', (place) => {
    let id = addObject(place, 'blob', Buffer.from('x'))
    for (let depth = 0; depth < 3_000; depth += 1)
      id = addObject(place, 'tree', entry(depth === 0 ? '100644' : '40000', 'd', id))
    moveMain(place, addCommit(place, id, [headOf(place)]))
  }),
  costly('a commit that inflates to 700 MB', (place) => {
    writeLoose(place, A, bomb(`commit 700000000\0tree ${B}\n`, 700))
    moveMain(place, A)
  }),
  costly('an object that lies about its size', (place) => {
    writeLoose(place, A, bomb(`commit 100\0tree ${B}\n`, 700))
    moveMain(place, A)
  }),
  costly('a file that inflates to 700 MB', (place) => {
    writeLoose(place, A, bomb('blob 700000000\0', 700))
    commitEntry(place, '100644', 'large.bin', A)
  }),
  one('a commit that is its own parent by name', (place) => {
    writeLoose(place, A, deflateSync(Buffer.from(`commit 48\0tree ${B}\n\n`)))
    moveMain(place, A)
  }),
  costly('a pack whose entry claims a terabyte', (place) =>
    packTree(place, [A, Buffer.concat([entryHeader(TREE, 2 ** 40), deflateSync(Buffer.from('x'))])]),
  ),
  costly('a pack whose entry inflates to more than it claims', (place) =>
    packTree(place, [A, Buffer.concat([entryHeader(TREE, 10), bomb('', 700)])]),
  ),
  costly('a pack of two deltas, each the base of the other', (place) => {
    const delta = deflateSync(Buffer.from([1, 1, 1, 0x61]))
    const on = (base: string): Buffer => Buffer.concat([entryHeader(REF_DELTA, 4), Buffer.from(base, 'hex'), delta])
    packTree(place, [A, on(B)], [B, on(A)])
    // A second copy: a reader that tries each again tries twice as often at every step.
    writePack(place, [
      [A, on(B)],
      [B, Buffer.concat([on(A), Buffer.from('x')])],
    ])
  }),
  costly('a pack with a delta on itself', (place) =>
    packTree(place, [
      A,
      Buffer.concat([entryHeader(OFFSET_DELTA, 4), Buffer.from([0]), deflateSync(Buffer.from('xxxx'))]),
    ]),
  ),
  costly('a pack whose delta makes a terabyte', (place) => {
    const target = addObject(place, 'tree', Buffer.alloc(0))
    const delta = Buffer.from([0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x20, 0x90, 1])
    packTree(place, [
      A,
      Buffer.concat([entryHeader(REF_DELTA, delta.length), Buffer.from(target, 'hex'), deflateSync(delta)]),
    ])
  }),
  one("a pack's index with any bytes", (place) => {
    write(inGit(place, 'objects', 'pack', 'pack-x.pack'), 'PACK')
    write(inGit(place, 'objects', 'pack', 'pack-x.idx'), Buffer.alloc(5_000, 0xff))
  }),
]

export const IN_GIT: readonly HostileFolder[] = [
  ...HEADS.map((name) => one(`HEAD is ${name}`, (place) => write(inGit(place, 'HEAD'), `ref: ${name}\n`))),
  one('packed refs that climb', (place) => {
    const id = headOf(place)
    fs.rmSync(inGit(place, 'refs', 'heads', 'main'))
    const names = ['refs/heads/../../../outside/ref', 'refs/variorum/points/../../../../outside/profile']
    write(inGit(place, 'packed-refs'), [...names, 'refs/heads/main'].map((name) => `${id} ${name}\n`).join(''))
  }),
  one('no HEAD, and packed refs that climb', (place) => {
    const id = headOf(place)
    fs.rmSync(inGit(place, 'HEAD'))
    write(inGit(place, 'packed-refs'), `${id} refs/heads/../../../outside/ref\n`)
  }),
  costly('packed refs of 49 MB', (place) => {
    fs.rmSync(inGit(place, 'refs', 'heads', 'main'))
    write(inGit(place, 'packed-refs'), Buffer.alloc(49_000_000, '\n'))
  }),
  costly('a branch of 400 MB', (place) => sparse(inGit(place, 'refs', 'heads', 'main'), 400_000_000)),
  one('a restore point with an odd name', (place) =>
    write(inGit(place, 'refs', 'variorum', 'points', '%zz'), `${headOf(place)}\n`),
  ),
  one('a restore point that leads nowhere', (place) =>
    write(inGit(place, 'refs', 'variorum', 'points', 'lost'), `${A}\n`),
  ),
  costly('an index with four thousand million entries', (place) => forgeIndex(place, 2, 0xffff_ffff, indexEntry('a'))),
  one('an index with names that climb', (place) => forgeIndex(place, 2, 1, indexEntry('../../outside/profile'))),
  costly('an index whose names grow without end', (place) => {
    const grown = Buffer.concat([Buffer.alloc(62), Buffer.from([0]), Buffer.from('aaaaaaaa\0')])
    forgeIndex(place, 4, 20_000, Buffer.concat(Array.from({ length: 20_000 }, () => grown)))
  }),
  costly('an index of a gigabyte', (place) => sparse(inGit(place, 'index'), 1_000_000_000)),
  one('programs that git would run', (place) => {
    for (const name of [
      'pre-commit',
      'post-commit',
      'fsmonitor-watchman',
      'reference-transaction',
      'post-index-change',
    ])
      fs.writeFileSync(inGit(place, 'hooks', name), PROGRAM, { mode: 0o755 })
    const hook = inGit(place, 'hooks', 'pre-commit')
    fs.appendFileSync(
      inGit(place, 'config'),
      `[core]\n\tfsmonitor = ${hook}\n\tsshCommand = ${hook}\n\teditor = ${hook}\n\tpager = ${hook}\n[filter "x"]\n\tclean = ${hook}\n\tsmudge = ${hook}\n[include]\n\tpath = /dev/zero\n`,
    )
  }),
  one('a work tree elsewhere', (place) =>
    fs.appendFileSync(inGit(place, 'config'), '[core]\n\tworktree = ../../../outside\n'),
  ),
  one('objects borrowed from elsewhere', (place) =>
    write(inGit(place, 'objects', 'info', 'alternates'), '../../../../outside\n'),
  ),
  costly('a configuration of 200 MB', (place) => sparse(inGit(place, 'config'), 200_000_000)),
  one('.git is a file', (place) => {
    fs.rmSync(inGit(place), { recursive: true })
    write(inGit(place), 'gitdir: ../../outside\n')
  }),
]
