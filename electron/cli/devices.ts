import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Device, SyncOutcome } from '../../shared/devices.ts'
import { AppError } from '../../shared/errors.ts'
import { english } from '../../shared/messages/english.ts'
import { say } from '../../shared/messages/say.ts'
import type { Core } from '../core.ts'
import { unlessMissing } from '../disk/durable-files.ts'
import { jsonLine, print, printLine } from './output.ts'
import { callersFolder, type Place, printable, withCore } from './place.ts'

interface Json {
  readonly json?: boolean
}
interface Named {
  readonly name?: string
}

export async function showRemote(place: Place, { json = false }: Json): Promise<void> {
  await withCore(place, async ({ devices }) => {
    const { remote } = await devices.state()
    if (json) return print(jsonLine({ remote }))
    if (remote === null) return printLine('This memory has no remote.')
    await printLine(remote.address)
    await printLine(`to send: ${remote.ahead}; last round: ${remote.syncedAt ?? 'never'}`)
    if (remote.problem !== null) await printLine(english(remote.problem.reason))
  })
}

export async function addRemote(place: Place, address: string, { name }: Named): Promise<void> {
  await withCore({ ...place, creates: true }, async ({ devices }) => {
    await devices.share({ address, name })
    const { devices: known } = await devices.state()
    for (const device of known) await printDevice(device)
    await printLine('Nothing is sent yet: variorum sync')
  })
}

export async function removeRemote(place: Place): Promise<void> {
  await withCore(place, ({ devices }) => devices.share(null))
}

/** One round. A failure is printed, and makes the exit code 1. */
export async function sync(place: Place, { json = false, join }: Json & { readonly join?: boolean }): Promise<void> {
  await withCore(place, async ({ devices }) => report(await devices.sync({ join }), json))
}

async function report(outcome: SyncOutcome, json: boolean): Promise<void> {
  const { pushed, pulled, merged, waiting, problem } = outcome
  if (problem !== null) process.exitCode = 1
  if (json) return print(jsonLine({ pushed, pulled, merged, waiting, problem }))
  if (problem !== null) process.stderr.write(printable(`${english(problem.reason)}\n`))
  await printLine(`sent ${pushed}, received ${pulled}, files merged ${merged}, to decide ${waiting}`)
  if (problem?.kind === 'unrelated' || problem?.kind === 'rewound') await printLine('variorum sync --join')
  if (waiting > 0) await printLine('variorum waiting')
}

export async function listDevices(place: Place, { json = false }: Json): Promise<void> {
  await withCore(place, async ({ devices }) => {
    const { devices: known } = await devices.state()
    if (json) for (const device of known) await print(jsonLine(device))
    else for (const device of known) await printDevice(device)
  })
}

const WORDS = { here: 'this device', admitted: 'admitted', unknown: 'not admitted', removed: 'removed' } as const

const printDevice = ({ name, state, code }: Device): Promise<void> => printLine(`${code}  ${WORDS[state]}  ${name}`)

export async function changeDevices(place: Place, change: Parameters<Core['devices']['change']>[0]): Promise<void> {
  await withCore(place, async ({ devices }) => {
    await devices.change(change)
    for (const device of (await devices.state()).devices) await printDevice(device)
  })
}

/** Brings a memory from a remote into a new folder. If nothing came, the folder is left as it was. */
export async function clone(
  place: Place,
  [address, folder]: readonly [string, string],
  { name, json = false }: Named & Json,
): Promise<void> {
  const dir = nodePath.resolve(callersFolder(), folder)
  const names = await unlessMissing(fs.readdir(dir))
  if (names !== null && names.length > 0) throw new AppError('bad-request', say('clone-not-empty'))
  const came: SyncOutcome[] = []
  let devices: readonly Device[] = []
  try {
    await withCore({ ...place, store: dir, creates: true }, async (core) => {
      await core.devices.share({ address, name })
      came.push(await core.devices.sync())
      devices = (await core.devices.state()).devices
    })
  } finally {
    // What came stays, whatever became of the rest.
    if (came.every(({ pulled }) => pulled === 0)) await removeMade(place, dir, names === null)
  }
  const [outcome] = came
  if (outcome === undefined || outcome.pulled === 0)
    throw new AppError('remote', outcome?.problem?.reason ?? say('clone-nothing-there'))
  if (!json) for (const device of devices) await printDevice(device)
  await report(outcome, json)
}

/** Removes the history that was made in a folder that was empty, and the folder if it was made, too. */
async function removeMade(place: Place, dir: string, isMade: boolean): Promise<void> {
  if (place.beside === true) return
  for (const made of ['.git', '.variorum']) await fs.rm(nodePath.join(dir, made), { recursive: true, force: true })
  // If another program put something into it meanwhile, it stays.
  if (isMade) await fs.rmdir(dir).catch(() => undefined)
}
