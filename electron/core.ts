import { watch, type FSWatcher } from 'node:fs'
import * as fs from 'node:fs/promises'
import type { CommitRef, Origin, PointRef, WriteOutcome } from '../shared/commit.ts'
import type { AppEvent } from '../shared/events.ts'
import type { AppState, Mode } from '../shared/app-state.ts'
import type { Settings, SettingsChange, StoreSettings, StoreSettingsChange } from '../shared/settings.ts'
import { createAgent, type Agent } from './agent/agent.ts'
import type { Conversations } from './agent/conversations.ts'
import type { KeyChain } from './agent/keys.ts'
import { createMemoryTool, type MemoryTool } from './agent/memory-tool/memory-tool.ts'
import type { Models } from './agent/models.ts'
import { announcements, type Announcements } from './announcements.ts'
import { createPolicyKeeper, expireDaily, followPolicies, openPolicies, type PolicyKeeper } from './policies.ts'
import { defaultStore, variorumHome } from './home.ts'
import { openStore } from './memory/open-store.ts'
import type { MoveOutcome, RemoveOutcome, Store } from './memory/store-interface.ts'
import { SettingsFile } from './settings-file.ts'

/** Everything a door needs: built once by openCore, knows nothing of Electron, sockets or terminals. */
export interface Core extends Pick<Announcements, 'on' | 'events'>, Pick<Agent, 'send' | 'retry' | 'continue' | 'finished' | 'stop'> {
  readonly store: Store
  readonly conversations: Conversations
  readonly models: Models
  readonly policies: PolicyKeeper
  state(): Promise<AppState>
  changeSettings(change: SettingsChange): Promise<Settings>
  changeStoreSettings(change: StoreSettingsChange): Promise<StoreSettings>
  saveFile(path: string, before: string | null, text: string): Promise<WriteOutcome>
  removeFile(path: string): Promise<RemoveOutcome>
  renameFile(from: string, to: string): Promise<MoveOutcome>
  restore(ref: PointRef, path: string): Promise<WriteOutcome>
  makePoint(name: string, ref?: PointRef): Promise<void>
  removePoint(name: string): Promise<void>
  undo(ref: CommitRef): Promise<WriteOutcome>
  undoTurn(conversation: string, turn: number): Promise<WriteOutcome>
  /** The memory tool itself, outside of any conversation. */
  memoryTool(): MemoryTool
  /** Watches for edits by other programs from now on, when it was not asked for at once. */
  watch(): Promise<void>
  close(): Promise<void>
}

export interface CoreOptions {
  readonly mode: Mode
  readonly env: Readonly<Record<string, string | undefined>>
  /** The store's folder; the default store when missing. */
  readonly dir?: string | undefined
  readonly watch?: boolean
  /** Where keys are kept; in memory, for this run, when it is left out. */
  readonly keys?: KeyChain | undefined
}

const VERSION = '0.1.0'

const byUser = (verb: Origin['verb']): Origin => ({ actor: 'user', verb, lineage: 'user' })

/** Opens store, settings and conversations, and wires them: the one place where everything is built. */
export async function openCore({ mode, env, dir, watch = true, keys }: CoreOptions): Promise<Core> {
  const home = variorumHome(env)
  const folder = dir ?? defaultStore(env)
  const policing = await openPolicies(folder)
  const [store, settings] = await Promise.all([openStore({ dir: folder, gate: policing.gate, withhold: policing.withhold, watch }), SettingsFile.open(home)])
  const { emit, on, events } = announcements()
  store.on(emit)
  const policies = createPolicyKeeper(store, policing, emit)
  await followPolicies(store, policing, emit)
  const agent = createAgent({ home, store, settings: () => settings.current, emit, env, keys, guard: policing.guard })
  const stopExpiring = watch ? expireDaily(policies) : (): void => undefined
  const stopWatching = watch ? await watchConversations(agent.conversations, on) : (): void => undefined

  return {
    store,
    policies,
    conversations: agent.conversations,
    models: agent.models,
    on,
    events,
    async state() {
      const [status, storeSettings] = await Promise.all([store.status(), store.settings()])
      return { version: VERSION, mode, settings: settings.current, storeSettings, store: status, providers: agent.models.states() }
    },
    async changeSettings(change) {
      const changed = await settings.change(change)
      emit({ type: 'settings.changed' })
      return changed
    },
    async changeStoreSettings(change) {
      const changed = await store.changeSettings(change)
      emit({ type: 'settings.changed' })
      return changed
    },
    saveFile: (path, before, text) => store.put(path, before, Buffer.from(text.toWellFormed(), 'utf8'), byUser(before === null ? 'create' : 'edit')),
    removeFile: (path) => store.remove(path, byUser('delete')),
    renameFile: (from, to) => store.move(from, to, byUser('rename')),
    restore: (ref, path) => store.restore(ref, path, byUser('restore')),
    async makePoint(name, ref) {
      await store.makePoint(name, ref)
      emit({ type: 'store.changed' })
    },
    async removePoint(name) {
      await store.removePoint(name)
      emit({ type: 'store.changed' })
    },
    undo: (ref) => store.undo([ref], byUser('undo')),
    async undoTurn(conversation, turn) {
      const commits = (await store.commitsOfTurn(conversation, turn)).filter(({ undoneBy }) => undoneBy === null)
      if (commits.length === 0) return { kind: 'refused', reason: 'This turn left nothing to undo.' }
      return store.undo(commits.map(({ id }) => id), byUser('undo'))
    },
    memoryTool: () => createMemoryTool(store, { guard: policing.guard }),
    watch: () => store.watch(),
    send: agent.send,
    retry: agent.retry,
    continue: agent.continue,
    finished: agent.finished,
    stop: agent.stop,
    async close() {
      stopWatching()
      stopExpiring()
      await agent.close()
      await store.close()
    },
  }
}

/** Conversations that another process writes: its page and ours show the same. Our own writes tell themselves. */
async function watchConversations(conversations: Conversations, on: Core['on']): Promise<() => void> {
  const running = new Set<string>()
  const forget = on((event: AppEvent) => {
    if (event.type === 'turn.started') running.add(event.conversation)
    if (event.type === 'turn.ended') running.delete(event.conversation)
  })
  await fs.mkdir(conversations.directory, { recursive: true, mode: 0o700 })
  const changed = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  const watcher: FSWatcher = watch(conversations.directory, (_, name) => {
    const id = name?.endsWith('.jsonl') ? name.slice(0, -'.jsonl'.length) : null
    if (id === null || running.has(id)) return
    changed.add(id)
    timer ??= setTimeout(() => {
      timer = null
      for (const each of changed) conversations.changed(each)
      changed.clear()
    }, 100)
  })
  watcher.on('error', () => watcher.close())
  return () => {
    forget()
    watcher.close()
    if (timer !== null) clearTimeout(timer)
  }
}
