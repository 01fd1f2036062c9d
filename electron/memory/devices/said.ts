import { Buffer } from 'node:buffer'
import { z } from 'zod'
import { type Said, SaidTurn } from '../../../shared/devices.ts'
import { AppError } from '../../../shared/errors.ts'
import { byUser, type DeviceId } from '../../../shared/origin.ts'
import { type PublicKey, publicKeyOf, signerOf, signMessage } from '../git/ssh-signature.ts'
import { type DeviceKeys, deviceIdOf, keyOf } from '../repo/device-keys.ts'
import type { Repository } from '../repo/repository.ts'
import type { Unwritten } from '../write/plan.ts'
import type { Writer } from '../write/writer.ts'
import { DEVICES_FOLDER, jsonOf } from './device-record.ts'

// What the user said on a device in the turns that changed the memory, for the other devices, if the user wants that: a
// file of each device, signed. The rest of a conversation stays where it is.

/** The newest ones; so many take less than a megabyte. */
const MAX_TURNS = 1_500
const MAX_BYTES = 4_000_000

const Stored = z.object({ turns: z.array(SaidTurn).readonly(), signature: z.string().max(2_000) }).readonly()

const pathOf = (id: DeviceId): string => `${DEVICES_FOLDER}/${id}.said.json`
const signed = (turns: readonly SaidTurn[]): Buffer =>
  Buffer.from(
    JSON.stringify(['variorum-said', ...turns.map((each) => [each.conversation, each.turn, each.title, each.text])]),
  )

interface Parts {
  readonly repo: Repository
  readonly writer: Writer
  readonly devices: DeviceKeys
}

/** Adds turns to this device's file: a commit, unless all are there. */
export async function tell({ repo, writer, devices }: Parts, turns: readonly SaidTurn[]): Promise<void> {
  const stored = await devices.load()
  if (stored === null || turns.length === 0) return
  const key = keyOf(stored)
  const path = pathOf(deviceIdOf(publicKeyOf(key)))
  const outcome = await writer.write<{ readonly kind: 'there' } | Unwritten>(async ({ tree }) => {
    const now = turnsAt(repo, tree, path, publicKeyOf(key))
    const all = new Map([...now, ...turns].map((each) => [`${each.conversation} ${each.turn}`, each]))
    const next = [...all.values()].slice(-MAX_TURNS)
    if (JSON.stringify(next) === JSON.stringify(now)) return { kind: 'answer', answer: { kind: 'there' } }
    const text = JSON.stringify({ turns: next, signature: signMessage(signed(next), key) }, null, 1)
    const before = repo.trees.file(tree, path)?.id ?? null
    const drafts = [{ path, before, after: { bytes: Buffer.from(`${text}\n`), mode: '100644' as const } }]
    const subject = `told the other devices what was said on ${stored.name}`
    return { kind: 'plan', plan: { kind: 'exact', drafts, origin: byUser('edit'), subject } }
  })
  if (outcome.kind === 'refused') throw new AppError('disk', outcome.reason)
}

/** What was said in a turn on a device whose key counts; null if no device tells it. */
export async function saidOn(
  repo: Repository,
  keys: Iterable<PublicKey>,
  { conversation, turn }: Pick<SaidTurn, 'conversation' | 'turn'>,
): Promise<Said | null> {
  const { commit } = await repo.readHead()
  const tree = commit === null ? null : repo.objects.readCommit(commit).tree
  for (const key of keys) {
    const device = deviceIdOf(key)
    const found = turnsAt(repo, tree, pathOf(device), key).find(
      (each) => each.conversation === conversation && each.turn === turn,
    )
    if (found !== undefined) return { title: found.title, text: found.text, device }
  }
  return null
}

function turnsAt(
  { trees, objects }: Repository,
  tree: string | null,
  path: string,
  key: PublicKey,
): readonly SaidTurn[] {
  const file = trees.file(tree, path)
  const bytes = file === null ? null : objects.readIfThere(file.id)
  const stored = bytes === null || bytes.length > MAX_BYTES ? undefined : Stored.safeParse(jsonOf(bytes)).data
  if (stored === undefined) return []
  return signerOf(signed(stored.turns), stored.signature) === key ? stored.turns : []
}
