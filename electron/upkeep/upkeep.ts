import { Buffer } from 'node:buffer'
import type { WriteOutcome } from '../../shared/commit.ts'
import type { AppEvent } from '../../shared/events.ts'
import { say } from '../../shared/messages/say.ts'
import { byUser } from '../../shared/origin.ts'
import {
  type FileUse,
  type Finding,
  FINDINGS_SHOWN,
  type FindingsProgress,
  type FixRequests,
  type MemoryUse,
} from '../../shared/upkeep.ts'
import type { Store } from '../memory/store-interface.ts'
import { dayOf } from '../policy-keeper/day.ts'
import { applyEdits } from './apply-edits.ts'
import { Dismissed } from './dismissed.ts'
import { makeIndex } from './make-index.ts'
import { MemoryChecks, unreadFindings } from './memory-checks.ts'

/** What keeps the memory useful: what is wrong in it, and what of it is used. Nothing changes unless the user says so. */
export interface Upkeep {
  /** Looks at every file; stops when the signal is aborted. */
  findings(signal?: AbortSignal): AsyncGenerator<FindingsProgress>
  /** Applies fixes as one commit by the user. */
  fix(requests: FixRequests): Promise<WriteOutcome>
  /** Findings that are not listed again, as long as their lines stay the same. */
  dismiss(ids: readonly string[]): Promise<void>
  undismiss(ids: readonly string[] | 'all'): Promise<void>
  use(): Promise<MemoryUse>
  /** `null` if there is no such file. */
  useOf(path: string): Promise<FileUse | null>
  /** Makes the index that the layout needs, if there is none; `null` if there is. */
  makeIndex(): Promise<WriteOutcome | null>
}

export interface UpkeepOptions {
  readonly store: Store
  /** The device's folder of the store. */
  readonly folder: string
  readonly isPinned: (path: string) => boolean
  readonly emit: (event: AppEvent) => void
  readonly now?: () => Date
}

export function createUpkeep(options: UpkeepOptions): Upkeep {
  const { store, folder, emit } = options
  const dismissed = new Dismissed(folder)
  const look = createLook(options)
  const changed = (): void => emit({ type: 'upkeep.changed' })
  return {
    async *findings(signal) {
      for await (const step of look.run(signal)) {
        if (step.kind === 'progress') {
          yield step
          continue
        }
        const isDismissed = await dismissed.has()
        const list = step.found.filter(({ id }) => !isDismissed(id))
        yield {
          kind: 'done',
          findings: {
            of: step.of,
            list: list.slice(0, FINDINGS_SHOWN),
            total: list.length,
            dismissed: step.found.length - list.length,
          },
        }
      }
    },
    async fix(requests) {
      const edits = (await look.named(requests.map(({ id }) => id))).map(
        (finding, at) => finding?.fixes[requests[at]?.fix ?? 0]?.edits,
      )
      const known = edits.flatMap((each) => each ?? [])
      const texts = new Map<string, string>()
      for (const { before } of known) {
        const text = before === null ? null : await store.text(before)
        if (before !== null && text !== null) texts.set(before, text)
      }
      const files = edits.includes(undefined) ? null : applyEdits(known, texts)
      if (files === null) return { kind: 'conflict', paths: [], reason: CHANGED }
      const puts = files.map(({ path, before, text }) => ({
        path,
        before,
        bytes: text === null ? null : Buffer.from(text, 'utf8'),
      }))
      return store.put(puts, byUser(puts.every(({ bytes }) => bytes === null) ? 'delete' : 'edit'))
    },
    dismiss: async (ids) => dismissed.add(ids).then(changed),
    undismiss: async (ids) => (ids === 'all' ? dismissed.clear() : dismissed.remove(ids)).then(changed),
    use: () => store.fileUse(),
    useOf: async (path) => (await store.fileUse()).files.find((file) => file.path === path) ?? null,
    makeIndex: () => makeIndex(store),
  }
}

const CHANGED = say('finding-changed')

type Step =
  | { readonly kind: 'progress'; readonly done: number; readonly total: number }
  | { readonly kind: 'done'; readonly of: string | null; readonly found: readonly Finding[] }

interface Look {
  run(signal?: AbortSignal): AsyncGenerator<Step>
  /** The findings with these ids as they are now; a finding keeps its id while its lines stay the same. */
  named(ids: readonly string[]): Promise<readonly (Finding | undefined)[]>
}

function createLook({ store, isPinned, now = () => new Date() }: UpkeepOptions): Look {
  const checks = new MemoryChecks(store)
  async function* run(signal?: AbortSignal): AsyncGenerator<Step> {
    const [{ files, commit }, { layout, program }, use] = await Promise.all([
      store.tree(),
      store.settings(),
      store.fileUse(),
    ])
    const steps = checks.run({ files, layout, program, today: dayOf(now()) }, signal)
    let step = await steps.next()
    for (; step.done !== true; step = await steps.next())
      yield { kind: 'progress', done: step.value, total: files.length }
    if (step.value === null) return
    const unread = new Set(use.files.flatMap(({ path, isUnread }) => (isUnread && !isPinned(path) ? path : [])))
    const found = [...step.value, ...unreadFindings(files.filter(({ path }) => unread.has(path)))]
    yield { kind: 'done', of: commit, found }
  }
  return {
    run,
    async named(ids) {
      for await (const step of run()) {
        if (step.kind === 'progress') continue
        const found = new Map(step.found.map((finding) => [finding.id, finding]))
        return ids.map((id) => found.get(id))
      }
      return []
    },
  }
}
