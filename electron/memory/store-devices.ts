import { hostname } from 'node:os'
import * as nodePath from 'node:path'
import type { ObjectId } from '../../shared/change.ts'
import { type Device, DeviceCode, DeviceName, type DevicesState, type RemoteState } from '../../shared/devices.ts'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import { DeviceId } from '../../shared/origin.ts'
import { TimeSlice } from '../disk/yield.ts'
import { firstParents } from './devices/ancestry.ts'
import { Questions } from './devices/questions.ts'
import { saidOn, tell } from './devices/said.ts'
import type { SyncParts } from './devices/sync-parts.ts'
import { syncRound } from './devices/sync.ts'
import { trustIn, unknownIn, vouchedCommits } from './devices/vouching.ts'
import { parseRemoteAddress } from './git/remote-address.ts'
import { publicKeyOf } from './git/ssh-signature.ts'
import { progressReporter } from './history/indexing.ts'
import { codeOf, type DeviceKeys, deviceIdOf, keyOf, type KnownDevices } from './repo/device-keys.ts'
import { unfinishedOperation } from './repo/git-state.ts'
import type { Repository } from './repo/repository.ts'
import type { Store } from './store-interface.ts'
import type { StoreParts } from './store-parts.ts'

/** A remote that is further behind than this says "more than". */
const MAX_COUNTED = 10_000

/** The commands for a store that several devices share. */
export function deviceCommands(parts: StoreParts) {
  const { repo, emitter, follower, adoption } = parts
  const rounds = new Set<AbortController>()
  let running: ReturnType<Store['sync']> | null = null
  const changed = (): void => emitter.emit({ type: 'devices.changed' })
  const run: Store['sync'] = async (how) => {
    const stop = new AbortController()
    rounds.add(stop)
    const progress = progressReporter('sync', emitter.emit)
    try {
      await adoption.adoptOrReport()
      const onProgress = (percent: number | null): void => progress(percent ?? 0, 100)
      return await syncRound(syncParts(parts), { ...how, signal: stop.signal, onProgress })
    } finally {
      rounds.delete(stop)
      parts.history.trustChanged()
      progress(100, 100)
      await follower.announceNew()
    }
  }
  return {
    devices: () => stateOf(repo),
    share: (remote) => share(parts, remote).then(changed),
    async changeDevices(change) {
      await changeDevices(repo, change)
      parts.history.trustChanged()
      changed()
      emitter.emit({ type: 'memory.moved' })
    },
    sync(how) {
      // A round that runs already does not know of the user's word.
      const before = running
      if (before !== null && how?.join !== true) return before
      const next = (before ?? Promise.resolve())
        .then(() => run(how))
        .finally(() => {
          if (running === next) running = null
          changed()
        })
      running = next
      return next
    },
    cancelSync: async () => {
      for (const stop of rounds) stop.abort()
    },
    tell: (turns) => tell(syncParts(parts), turns),
    async saidOn(turn) {
      const stored = (await repo.devices?.load()) ?? null
      return stored === null ? null : saidOn(repo, trustIn(repo, await treeOf(repo), stored).keys, turn)
    },
    leftByMerges: async () => (repo.devices?.isShared === true ? questionsOf(parts).open(repo) : []),
    taken: (merges) => questionsOf(parts).taken(merges),
  } satisfies Partial<Store>
}

const NEW_REMOTE = { branch: null, local: null, syncedAt: null, problem: null }

async function share(parts: StoreParts, remote: Parameters<Store['share']>[0]): Promise<void> {
  const devices = devicesOf(parts.repo)
  if (remote === null)
    return void (await devices.change((now) => ({ ...now, remote: null, formerTip: now.remote?.tip ?? now.formerTip })))
  const { address, name } = remote
  const { shown, password } = parseRemoteAddress(address)
  await keepAddressed(parts)
  await devices.change((now) => {
    const before = now.remote === null ? null : parseRemoteAddress(now.remote.address)
    const named = { ...now, name: name ?? now.name }
    // As it is shown, an address lacks its password.
    if (now.remote !== null && before?.shown === shown)
      return { ...named, remote: { ...now.remote, address: password === undefined ? now.remote.address : address } }
    // What the other one had is remembered: the new one may be the same by another name.
    return { ...named, remote: { ...NEW_REMOTE, address, tip: now.remote?.tip ?? now.formerTip } }
  }, nameOfComputer())
}

/** As people see it; a name that has nothing to show becomes a plain one. */
const nameOfComputer = (): string => DeviceName.safeParse(hostname().replace(/\.local$/, '')).data ?? 'Computer'

function devicesOf({ devices }: Repository): DeviceKeys {
  if (devices === null) throw new Error('This store keeps nothing on this device.')
  return devices
}

const questionsOf = ({ repo }: StoreParts): Questions => new Questions(devicesOf(repo).folder)

function syncParts(parts: StoreParts): SyncParts {
  const { repo, writer, adoption } = parts
  const devices = devicesOf(repo)
  return {
    repo,
    writer,
    devices,
    questions: questionsOf(parts),
    folder: nodePath.join(devices.folder, 'remote'),
    async whyNot() {
      if (await adoption.isWaiting()) return say('files-vanished')
      const operation = unfinishedOperation(repo.gitdir)
      return operation === null ? null : say('git-unfinished', { operation })
    },
  }
}

/** From now on others can push commits that bear the user's address. Those that are here already are the user's. */
async function keepAddressed({ repo, chain }: StoreParts): Promise<void> {
  const devices = devicesOf(repo)
  await devices.load()
  if (devices.isShared || repo.addresses.size === 0) return
  const isOwn = repo.ownership()
  const slice = new TimeSlice()
  const found: string[] = []
  for (const { commit, id } of chain.from(await chain.head())) {
    if (id === null && isOwn(commit)) found.push(commit)
    if (slice.isOver) await slice.yield()
  }
  devices.vouched.add(found)
}

async function stateOf(repo: Repository): Promise<DevicesState> {
  const stored = (await repo.devices?.load()) ?? null
  if (stored?.remote == null) return { remote: null, tellsSentences: false, devices: [] }
  return {
    remote: await remoteState(repo, stored.remote),
    tellsSentences: stored.tellsSentences,
    devices: (await devicesIn(repo, stored)).map(({ id, name, state, code }) => ({ id, name, state, code })),
  }
}

async function treeOf(repo: Repository): Promise<ObjectId | null> {
  const { commit } = await repo.readHead()
  return commit === null ? null : repo.objects.readCommit(commit).tree
}

async function devicesIn(repo: Repository, stored: KnownDevices): Promise<readonly KeyedDevice[]> {
  const here = publicKeyOf(keyOf(stored))
  const tree = await treeOf(repo)
  const trust = trustIn(repo, tree, stored)
  const each = async (key: string, name: string, state: Device['state']): Promise<KeyedDevice> => ({
    key,
    id: deviceIdOf(key),
    name,
    state,
    code: await codeOf(key),
  })
  const unknown = unknownIn(repo, tree, trust).filter(({ key }) => key !== here)
  const nameOf = (key: string): string =>
    trust.records.find((record) => record.key === key)?.name ?? stored.seen[deviceIdOf(key)]?.name ?? 'Device'
  return Promise.all([
    each(here, stored.name, 'here'),
    ...[...trust.keys].filter((key) => key !== here).map((key) => each(key, nameOf(key), 'admitted')),
    ...unknown.map(({ key, name }) => each(key, name, stored.removed.includes(key) ? 'removed' : 'unknown')),
  ])
}

async function remoteState(repo: Repository, remote: NonNullable<KnownDevices['remote']>): Promise<RemoteState> {
  const { commit: head } = await repo.readHead()
  let ahead = 0
  if (head !== null)
    for await (const _ of firstParents((id) => repo.objects.readCommit(id), head, remote.tip))
      if ((ahead += 1) === MAX_COUNTED) break
  const { shown } = parseRemoteAddress(remote.address)
  return { address: shown, ahead, syncedAt: remote.syncedAt, problem: remote.problem }
}

async function changeDevices(repo: Repository, change: Parameters<Store['changeDevices']>[0]): Promise<void> {
  const devices = devicesOf(repo)
  const stored = await devices.load()
  if (stored === null) throw new AppError('bad-request', say('sync-no-remote'))
  if ('name' in change || 'tellsSentences' in change)
    return void (await devices.change((now) => ({ ...now, ...change })))
  const known = await devicesIn(repo, stored)
  const { key } = 'admit' in change ? deviceOfCode(known, change.admit) : deviceNamed(known, change.remove)
  if ('remove' in change) {
    await devices.change((now) => ({
      ...now,
      admitted: now.admitted.filter((each) => each !== key),
      removed: [...new Set([...now.removed, key])],
    }))
    return
  }
  const admitted = await devices.change((now) => ({
    ...now,
    admitted: [...new Set([...now.admitted, key])],
    removed: now.removed.filter((each) => each !== key),
  }))
  const { commit } = await repo.readHead()
  const trust = trustIn(repo, await treeOf(repo), admitted)
  if (commit !== null) devices.vouched.add(await vouchedCommits(repo, { from: commit, until: null }, trust))
}

interface KeyedDevice extends Device {
  readonly key: string
}

/** Another device by the code of its key, or its id: anybody can take any name, also one that looks like a code. */
function deviceOfCode(devices: readonly KeyedDevice[], named: string): KeyedDevice {
  const code = DeviceCode.safeParse(named).data
  return theOne(devices, named, (each) => each.id === named || each.code === code)
}

/** The same, or by its name if only one has it. */
function deviceNamed(devices: readonly KeyedDevice[], named: string): KeyedDevice {
  const isCode = DeviceCode.safeParse(named).success || DeviceId.safeParse(named).success
  return isCode ? deviceOfCode(devices, named) : theOne(devices, named, ({ name }) => name === named)
}

function theOne(
  devices: readonly KeyedDevice[],
  device: string,
  isMeant: (device: KeyedDevice) => boolean,
): KeyedDevice {
  const [first, second] = devices.filter(isMeant)
  if (first === undefined) throw new AppError('bad-request', say('device-unknown', { device }))
  if (second !== undefined) throw new AppError('bad-request', say('device-ambiguous', { device }))
  if (first.state === 'here') throw new AppError('bad-request', say('device-is-this-one'))
  return first
}
