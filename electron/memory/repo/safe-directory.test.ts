import { renameSync, symlinkSync, writeFileSync } from 'node:fs'
import * as fs from 'node:fs/promises'
import { expect, test } from 'vitest'
import { english } from '../../../shared/messages/english.ts'
import { newFolder } from '../../../testing/folders.ts'
import { DirectorySwapped } from '../../disk/by-handle.ts'
import { agent, fileAt, filesOfHead, gitComplaints, newStore } from '../tests/store-fixture.ts'
import { inDirectory, makeDirectories, resolveInside } from './safe-directory.ts'

async function inFolder(act: (root: string, outside: string) => Promise<void>): Promise<void> {
  const dir = await newFolder()
  await fs.mkdir(`${dir}/root/d/e`, { recursive: true })
  await fs.mkdir(`${dir}/outside`)
  await fs.writeFile(`${dir}/outside/secret`, 'secret')
  await act(`${dir}/root`, `${dir}/outside`)
  expect(await fs.readdir(`${dir}/outside`)).toEqual(['secret'])
}

test('links inside the store are followed; links that lead out are refused, even to missing files', () =>
  inFolder(async (root, outside) => {
    const links: Record<string, string> = {
      in: 'd',
      deep: 'd/e/../e',
      absolute: `${root}/d`,
      up: 'd/../..',
      out: outside,
      dangling: `${outside}/new`,
      loop: 'loop2',
      loop2: 'loop',
      chain: 'in/e',
      git: '.git/hooks',
      inside: 'd/new.md',
    }
    for (const [name, target] of Object.entries(links)) await fs.symlink(target, `${root}/${name}`)
    const resolved = async (path: string, follow = true): Promise<string> => {
      const found = resolveInside(root, path, { follow })
      return found.kind === 'inside' ? found.path : english(found.reason).replace(/^The path is not allowed: /, '')
    }
    expect(await resolved('in/a.md')).toBe('d/a.md')
    expect(await resolved('deep')).toBe('d/e')
    expect(await resolved('absolute/x/y')).toBe('d/x/y')
    expect(await resolved('chain/a.md')).toBe('d/e/a.md')
    expect(await resolved('inside')).toBe('d/new.md')
    expect(await resolved('out', false)).toBe('out')
    for (const path of ['up/x', 'out', 'out/secret', 'dangling', 'in/../../x', '../x'])
      expect([path, await resolved(path)]).toEqual([path, 'a symbolic link in it leads out of the memory directory.'])
    expect(await resolved('loop/x')).toMatch(/loop/)
    expect(await resolved('git/x')).toMatch(/reserved for git/)
  }))

test('a directory swapped for a link during the operation does not redirect it', () =>
  inFolder(async (root, outside) => {
    inDirectory(root, 'd', (prefix) => {
      renameSync(`${root}/d`, `${root}/moved`)
      symlinkSync(outside, `${root}/d`)
      writeFileSync(`${prefix}/new`, 'x')
    })
    expect(await fs.readFile(`${root}/moved/new`, 'utf8')).toBe('x')
  }))

test('a directory swapped for a link before the operation is noticed, at any depth', () =>
  inFolder(async (root, outside) => {
    await fs.mkdir(`${root}/moved`)
    await fs.rename(`${root}/d`, `${root}/moved/d`)
    await fs.symlink('moved/d', `${root}/d`)
    const mustNotRun = (): never => {
      throw new Error('ran')
    }
    expect(() => inDirectory(root, 'd', mustNotRun)).toThrow(DirectorySwapped)
    expect(() => inDirectory(root, 'd/e', mustNotRun)).toThrow(DirectorySwapped)
    await fs.symlink(outside, `${root}/out`)
    expect(() => makeDirectories(root, 'out/new')).toThrow()
  }))

test('the store reads and writes through links inside the store, never through one that leads out', async () => {
  await using place = await newStore()
  const { dir, store } = place
  await store.put([fileAt('d/a.md', 'one\n')], agent)
  await fs.symlink('d', `${dir}/l`)
  await fs.symlink('d/a.md', `${dir}/f.md`)
  await fs.symlink('/etc/hostname', `${dir}/out`)
  await store.adopt()
  const found = await store.look('l/a.md')
  expect(found).toMatchObject({ kind: 'file', path: 'd/a.md' })
  const before = found.kind === 'file' ? found.blob.id : ''
  expect(await store.put([fileAt('f.md', 'two\n', before)], agent)).toMatchObject({ kind: 'committed' })
  expect(await store.put([fileAt('l/new.md', 'new\n')], agent)).toMatchObject({ kind: 'committed' })
  expect([await store.look('out'), await store.put([fileAt('out', 'x', before)], agent)]).toMatchObject([
    { kind: 'refused' },
    { kind: 'refused' },
  ])
  expect(await store.put([fileAt('out', 'x')], agent)).toMatchObject({ kind: 'conflict' })
  expect(await store.list('')).toEqual([
    { path: '', kind: 'directory', size: 12 },
    { path: 'd', kind: 'directory', size: 8 },
    { path: 'd/a.md', kind: 'file', size: 4 },
    { path: 'd/new.md', kind: 'file', size: 4 },
    { path: 'f.md', kind: 'file', size: 4 },
    { path: 'l', kind: 'directory', size: 0 },
  ])
  expect(await store.remove(['out'], agent)).toMatchObject({ kind: 'committed' })
  expect([await filesOfHead(dir), await gitComplaints(dir)]).toEqual([
    { 'd/a.md': 'two\n', 'd/new.md': 'new\n', 'f.md': 'd/a.md', l: 'd' },
    '',
  ])
})
