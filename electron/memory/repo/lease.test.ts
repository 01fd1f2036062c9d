import { fork } from 'node:child_process'
import * as fs from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { eventually } from '../../../testing/eventually.ts'
import { newFolder } from '../../../testing/folders.ts'
import { describeOwner } from '../../disk/pid-file.ts'
import { Lease } from './lease.ts'
import { WaitingLine } from './waiting-line.ts'

async function inFolder(act: (lease: (patience?: number) => Lease, dir: string) => Promise<void>): Promise<void> {
  const dir = await newFolder()
  // Where much else runs, whoever waits does so for longer.
  await act((patience = 60_000) => new Lease(dir, `${dir}/scratch`, patience), dir)
}

/** Runs a process that takes the lease and dies without releasing it. */
async function leaveDeadLease(dir: string): Promise<void> {
  const source = `import { Lease } from ${JSON.stringify(fileURLToPath(new URL('lease.ts', import.meta.url)))}\nawait new Lease(${JSON.stringify(dir)}, ${JSON.stringify(`${dir}/scratch`)}).acquire()\nprocess.kill(process.pid, 'SIGKILL')\n`
  await fs.writeFile(`${dir}/taker.mts`, source)
  const child = fork(`${dir}/taker.mts`, { stdio: 'inherit', execArgv: [] })
  await new Promise((resolve) => child.once('exit', resolve))
}

/** Leaves the folder of the line behind. @returns what a place of this process there is named by */
async function leavePlace(
  dir: string,
): Promise<{ readonly time: string; readonly pid: string; readonly host: string }> {
  const line = new WaitingLine(`${dir}/lease.line`, 5_000)
  line.join()
  const [time = '', pid = '', host = ''] = (await fs.readdir(`${dir}/lease.line`))[0]?.split('-') ?? []
  line.leave()
  await fs.mkdir(`${dir}/lease.line`)
  return { time, pid, host }
}

test('only one owner at a time; waiting too long fails with a message', () =>
  inFolder(async (lease) => {
    const [first, second] = [lease(), lease(120)]
    expect(await first.acquire()).toEqual({ abandoned: false })
    await expect(second.acquire()).rejects.toMatchObject({
      code: 'lease-taken',
      message: expect.stringContaining('0.1 seconds'),
    })
    await first.release()
    expect(await second.acquire()).toEqual({ abandoned: false })
    await second.release()
  }))

test('the holder sees that another process waits', () =>
  inFolder(async (lease) => {
    const [first, second] = [lease(), lease()]
    await first.acquire()
    expect(first.isWanted()).toBe(false)
    const taking = second.acquire()
    await eventually('it is wanted', async () => first.isWanted())
    await first.release()
    await taking
    expect([first.held, second.held, second.isWanted()]).toEqual([false, true, false])
    await second.release()
  }))

test('who came first is next, and whoever releases it goes to the end', () =>
  inFolder(async (lease, dir) => {
    const order: number[] = []
    const holder = lease()
    await holder.acquire()
    const waiting: Promise<void>[] = []
    for (const number of [1, 2, 3, 4]) {
      const each = lease()
      waiting.push(
        each.acquire().then(async () => {
          order.push(number)
          await each.release()
        }),
      )
      const inLine = (): Promise<readonly string[]> => fs.readdir(`${dir}/lease.line`).catch(() => [])
      await eventually('it is in the line', async () => (await inLine()).length === number)
      const now = Date.now()
      await eventually('the clock has moved', async () => Date.now() > now)
    }
    await holder.release()
    const again = holder.acquire().then(() => order.push(0))
    await Promise.all([...waiting, again])
    expect(order).toEqual([1, 2, 3, 4, 0])
    await holder.release()
    expect(await fs.readdir(dir)).not.toContain('lease.line')
  }))

test('a place in the line counts for as long as its process lives and may be waiting', () =>
  inFolder(async (lease, dir) => {
    const { time, pid, host } = await leavePlace(dir)
    for (const place of [`${time}-999999999-${host}-dead`, `000000000000001-${pid}-${host}-old`, 'else'])
      await fs.writeFile(`${dir}/lease.line/${place}`, '')
    const mine = lease(50)
    await mine.acquire()
    expect([mine.isWanted(), (await fs.readdir(dir)).includes('lease.line')]).toEqual([false, false])
    await mine.release()
  }))

test('a process of another host or container is seen in the line, whatever its number', () =>
  inFolder(async (lease, dir) => {
    const { time } = await leavePlace(dir)
    const mine = lease()
    await mine.acquire()
    await fs.writeFile(`${dir}/lease.line/${time}-999999999-00000000-elsewhere`, '')
    expect(mine.isWanted()).toBe(true)
    await mine.release()
    // Killed there, it holds up nobody for long.
    expect(await mine.acquire()).toEqual({ abandoned: false })
    await mine.release()
  }))

test('a process that is stopped while it is next holds up nobody for long', () =>
  inFolder(async (lease, dir) => {
    const { time, pid, host } = await leavePlace(dir)
    await fs.writeFile(`${dir}/lease.line/${time}-${pid}-${host}-stopped`, '')
    const mine = lease()
    expect(await mine.acquire()).toEqual({ abandoned: false })
    await mine.release()
  }))

test("exactly one of several processes takes over a dead owner's lease", () =>
  inFolder(async (lease, dir) => {
    for (let round = 0; round < 8; round += 1) {
      await leaveDeadLease(dir)
      let holding = 0
      const takeovers = await Promise.all(
        Array.from({ length: 8 }, async () => {
          const each = lease()
          const { abandoned } = await each.acquire()
          holding += 1
          expect(holding).toBe(1)
          await new Promise((resolve) => setImmediate(resolve))
          holding -= 1
          await each.release()
          return abandoned
        }),
      )
      expect(takeovers.filter((abandoned) => abandoned)).toEqual([true])
      expect((await fs.readdir(dir)).filter((name) => name.startsWith('lease.'))).toEqual([])
    }
  }))

test("while one process is taking over a dead owner's lease, no other does", () =>
  inFolder(async (lease, dir) => {
    const taker = lease()
    await taker.acquire()
    // The taker's own file becomes the right to take the lease of a dead owner.
    await fs.rename(`${dir}/lease`, `${dir}/lease.dead`)
    await fs.writeFile(`${dir}/lease`, JSON.stringify({ ...(await describeOwner(999_999_999)), nonce: 'dead' }))
    await expect(lease(50).acquire()).rejects.toMatchObject({ code: 'lease-taken' })
    await fs.rm(`${dir}/lease.dead`)
    const next = lease(50)
    expect(await next.acquire()).toEqual({ abandoned: true })
    await next.release()
    await taker.release()
  }))

test.for([
  ['an earlier boot', { boot: 'earlier' }],
  ['an earlier process with the same pid', { started: '1' }],
] as const)('an owner from %s counts as dead', ([, changed]) =>
  inFolder(async (lease, dir) => {
    const first = lease()
    await first.acquire()
    const owner: object = JSON.parse(await fs.readFile(`${dir}/lease`, 'utf8'))
    await first.release()
    await fs.writeFile(`${dir}/lease`, JSON.stringify({ ...owner, ...changed }))
    const second = lease(50)
    expect(await second.acquire()).toEqual({ abandoned: true })
    await second.release()
  }),
)

test('a lease file that a power cut left empty is taken over', () =>
  inFolder(async (lease, dir) => {
    await fs.writeFile(`${dir}/lease`, '')
    const mine = lease(50)
    expect(await mine.acquire()).toEqual({ abandoned: true })
    await mine.release()
  }))

test("a process that slept and lost the lease does not release the new owner's", () =>
  inFolder(async (lease, dir) => {
    const slept = lease()
    await slept.acquire()
    await fs.writeFile(
      `${dir}/lease`,
      (await fs.readFile(`${dir}/lease`, 'utf8')).replace(/"nonce":"[^"]*"/, '"nonce":"new"'),
    )
    await slept.release()
    expect(await fs.readFile(`${dir}/lease`, 'utf8')).toContain('"new"')
  }))
