import type { AuditEvent } from '../shared/audit.ts'
import type { BringBack } from '../shared/commit.ts'
import type { KeyChain } from './agent/keys.ts'
import type { Exports } from './export/exports.ts'
import type { PolicyKeeper } from './policies/keeper.ts'
import type { ValueKeeper } from './policies/value-keeper.ts'
import type { CurrentStore } from './stores/current-store.ts'
import type { Stores } from './stores/stores.ts'
import type { UserCommands } from './user-commands.ts'

// The parts of the core whose work is in the audit log: each does what it did, then notes it.

type Note = (event: AuditEvent) => void

export function auditedKeys(keys: KeyChain, note: Note): KeyChain {
  const hostOf = (slot: string): string => URL.parse(slot)?.host ?? slot
  return {
    ...keys,
    async set(slot, key) {
      await keys.set(slot, key)
      note({ type: 'key.set', host: hostOf(slot) })
    },
    async clear(slot) {
      const isThere = keys.where(slot) !== null || (keys.trouble?.(slot) ?? null) !== null
      await keys.clear(slot)
      if (isThere) note({ type: 'key.removed', host: hostOf(slot) })
    },
  }
}

export function auditedStores(
  current: CurrentStore,
  stores: Stores,
  note: Note,
): Pick<CurrentStore, 'addStore' | 'forgetStore' | 'openKnown'> {
  const folderOf = async (key: string): Promise<string | null> =>
    (await stores.list(current.opened.dir)).find((each) => each.key === key)?.folder ?? null
  return {
    async addStore(typed, request) {
      const before = await stores.list(current.opened.dir)
      const key = await current.addStore(typed, request)
      const folder = (await folderOf(key)) ?? ''
      if (!before.some((each) => each.key === key)) note({ type: 'store.added', folder })
      if (request?.trust === true) note({ type: 'store.trusted', folder })
      return key
    },
    async openKnown(key, answering, trust) {
      const outcome = await current.openKnown(key, answering, trust)
      if (trust === true && outcome.kind === 'opened')
        note({ type: 'store.trusted', folder: (await folderOf(key)) ?? '' })
      return outcome
    },
    async forgetStore(key, history) {
      const folder = await folderOf(key)
      await current.forgetStore(key, history)
      if (folder !== null) note({ type: 'store.forgotten', folder })
    },
  }
}

export function auditedPolicies(policies: PolicyKeeper, folder: string, note: Note): PolicyKeeper {
  return {
    ...policies,
    async accept(shown) {
      const outcome = await policies.accept(shown)
      if (outcome.kind === 'accepted') note({ type: 'policies.accepted', folder })
      return outcome
    },
    async decline() {
      const outcome = await policies.decline()
      if (outcome.kind === 'committed') note({ type: 'policies.declined', folder })
      return outcome
    },
  }
}

/** Which rule, never which value. */
export function auditedValues(values: ValueKeeper, folder: string, note: Note): ValueKeeper {
  return {
    ...values,
    async allow(value, rule) {
      await values.allow(value, rule)
      note({ type: 'value.allowed', rule, folder })
    },
    async pass(source, index) {
      const rule = (await values.found(source))?.[index]?.rule ?? null
      const outcome = await values.pass(source, index)
      if (outcome.kind !== 'gone') note({ type: 'value.allowed', rule, folder })
      return outcome
    },
    async mark(value) {
      const id = await values.mark(value)
      note({ type: 'value.marked', folder })
      return id
    },
    async forget(id) {
      const forgotten = await values.forget(id)
      if (forgotten !== null) note({ type: 'value.forgotten', kind: forgotten.kind, folder })
      return forgotten
    },
  }
}

export function auditedExports(exports: Exports, folder: () => string, note: Note): Exports {
  return {
    ...exports,
    async *run(what, signal) {
      for await (const step of exports.run(what, signal)) {
        if (step.kind === 'done') note({ type: 'memory.exported', what: what.kind, folder: folder() })
        yield step
      }
    },
    async write(what, target, signal) {
      const leftOut = await exports.write(what, target, signal)
      note({ type: 'memory.exported', what: what.kind, folder: folder() })
      return leftOut
    },
  }
}

export function auditedCommands(commands: UserCommands, folder: () => string, note: Note): UserCommands {
  type Overridden = Extract<AuditEvent, { type: 'refusal.overridden' }>['what']
  async function noting<Outcome extends { readonly kind: string }>(
    what: Overridden,
    how: BringBack | undefined,
    work: Promise<Outcome>,
  ): Promise<Outcome> {
    const outcome = await work
    if (how?.override === true && outcome.kind === 'committed')
      note({ type: 'refusal.overridden', what, folder: folder() })
    return outcome
  }
  return {
    ...commands,
    restore: (ref, path, how) => noting('restore', how, commands.restore(ref, path, how)),
    restoreFiles: (ref, paths, how) => noting('restore', how, commands.restoreFiles(ref, paths, how)),
    undo: (what, how) => noting('undo', how, commands.undo(what, how)),
    async putBack(conversation, turn, how) {
      const outcome = await commands.putBack(conversation, turn, how)
      return outcome === null ? null : noting('undo', how, Promise.resolve(outcome))
    },
    undoNext: (how) => noting('undo', how, commands.undoNext(how)),
    redoNext: (how) => noting('redo', how, commands.redoNext(how)),
  }
}
