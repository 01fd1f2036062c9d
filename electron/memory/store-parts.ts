import * as nodePath from 'node:path'
import type { AppEvent } from '../../shared/events.ts'
import { createEmitter, type Emitter } from '../disk/emitter.ts'
import { Queue } from '../disk/queue.ts'
import { ChangeFeed } from './change-feed.ts'
import { Follower } from './follower.ts'
import { AccessLog } from './history/access-log.ts'
import { Chain } from './history/chain.ts'
import { FileSearch } from './history/file-search.ts'
import { History } from './history/history.ts'
import { openIndexes } from './history/indexes.ts'
import { Indexing } from './history/indexing.ts'
import { Adoption } from './outside/adoption.ts'
import { PoliciesFiles } from './repo/policies-file.ts'
import type { Repository } from './repo/repository.ts'
import type { StoreOptions } from './store-options.ts'
import { Writer } from './write/writer.ts'

/** The parts of one open store. The commands in store-*.ts combine them. */
export interface StoreParts {
  readonly id: string
  readonly repo: Repository
  readonly writer: Writer
  readonly adoption: Adoption
  readonly policies: PoliciesFiles
  readonly chain: Chain
  readonly history: History
  readonly indexing: Indexing
  readonly search: FileSearch
  readonly accessLog: AccessLog
  readonly emitter: Emitter<AppEvent>
  readonly follower: Follower
  /** Announces the policies in force if they changed, before the gate is asked again. */
  readonly announcePolicies: () => Promise<void>
}

export type PartsOptions = Pick<StoreOptions, 'gate' | 'onEvent' | 'patience' | 'derived'> &
  Partial<Pick<StoreOptions, 'device'>>

export function assembleParts(
  repo: Repository,
  id: string,
  { gate, onEvent, patience, derived, device }: PartsOptions,
): StoreParts {
  const emitter = createEmitter<AppEvent>()
  if (onEvent !== undefined) emitter.on(onEvent)
  const chain = new Chain(repo)
  const folder = derived === undefined ? null : nodePath.join(derived, id)
  const index =
    folder === null
      ? null
      : {
          ...openIndexes(repo, chain, folder),
          place: { root: repo.root, gitdir: repo.gitdir, folder, addresses: repo.addresses },
        }
  const history = new History(repo, chain, index?.history ?? null)
  const policies = new PoliciesFiles(repo, device === undefined ? null : nodePath.join(device, id))
  const changes = new ChangeFeed(history, emitter)
  const announcing = new Queue()
  // One after the other: whoever finds nothing new must not go on before what was new is in force.
  const announcePolicies = (): Promise<void> =>
    announcing.run(async () => {
      const texts = await policies.readIfChanged()
      if (texts === null) return
      const { inForce, current } = texts
      emitter.emit({ type: 'policies.changed', store: id, inForce, found: inForce === null ? current : null })
    })
  const onWritten = (): void => changes.announceSoon()
  const onStatus = (): void => emitter.emit({ type: 'store.changed' })
  const writer = new Writer(
    repo,
    { gate, onLease: announcePolicies, onWritten, onMoved: () => follower.headMoved(), onProblem: onStatus },
    patience,
  )
  const adoption = new Adoption(repo, writer, gate, onStatus)
  const indexing = new Indexing(chain, index, { isBusy: () => writer.isBusy, emit: emitter.emit })
  const follower = new Follower({ repo, writer, adoption, changes, indexing, emitter, announcePolicies })
  const search = new FileSearch(repo, index?.files ?? null)
  const accessLog = new AccessLog(repo.gitdir)
  return {
    id,
    repo,
    writer,
    adoption,
    policies,
    chain,
    history,
    indexing,
    search,
    accessLog,
    emitter,
    follower,
    announcePolicies,
  }
}
