import { randomBytes } from 'node:crypto'
import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import type { SettledValue, SettledValues } from '../../shared/settled-values.ts'
import { DurableFiles, lstatIfThere, removeIfThere } from '../disk/durable-files.ts'
import type { Store } from '../memory/store-interface.ts'
import {
  allowedValue,
  MAX_MARKED_CHARACTERS,
  type MarkedValue,
  markedValue,
  MIN_MARKED_CHARACTERS,
  type StoredValues,
} from '../policy/redaction/known-values.ts'
import { parseValues } from './values-file.ts'

const MAX_VALUES = 5_000
const MAX_ATTEMPTS = 5

/**
 * What the user said of single values of a store, on this device: `values.json` in the device's folder of the store. The
 * store's thread and other processes follow it as they follow the policies in force.
 */
export class SettledValuesFile {
  readonly #store: Store
  readonly #asidePath: string
  readonly #files: DurableFiles

  /** @param folder the device's folder of the store */
  constructor(store: Store, folder: string) {
    this.#store = store
    this.#asidePath = nodePath.join(folder, 'values.damaged.json')
    this.#files = new DurableFiles(nodePath.join(folder, 'tmp'))
  }

  async list(): Promise<SettledValues> {
    const { isDamaged } = parseValues(await this.#store.values())
    // Begins a new one, so that what is settled from now on counts.
    const now = isDamaged ? await this.#change((stored) => stored) : await this.#read()
    return { values: now === null ? [] : listed(now), wasSetAside: lstatIfThere(this.#asidePath) !== null }
  }

  /** The user has read that the file was set aside. */
  async forgetAside(): Promise<void> {
    await removeIfThere(this.#asidePath)
  }

  /** From now on the value passes. @returns what takes that back */
  async allow(value: string, rule: string | null): Promise<() => Promise<void>> {
    let before: Pick<StoredValues, 'allowed' | 'marked'> = { allowed: [], marked: [] }
    let hash = ''
    await this.#change((now) => {
      const entry = allowedValue(now.key, value, rule, new Date().toISOString())
      const marks = new Set(asMarked(now.key, value).map((mark) => mark.hash))
      const [allowed, others] = parted(now.allowed, (each) => each.hash === entry.hash)
      const [marked, left] = parted(now.marked, (each) => marks.has(each.hash))
      hash = entry.hash
      before = { allowed, marked }
      return { ...now, allowed: [...others, entry], marked: left }
    })
    return async () => {
      await this.#change((now) => ({
        ...now,
        allowed: [...now.allowed.filter((each) => each.hash !== hash), ...before.allowed],
        marked: [...now.marked, ...before.marked],
      }))
    }
  }

  /** From now on the value is redacted wherever it is. @returns its id */
  async mark(value: string): Promise<string> {
    let id = ''
    await this.#change((now) => {
      const entry = marked(now.key, value)
      id = entry.hash
      const passing = allowedValue(now.key, value, null, entry.at).hash
      return {
        ...now,
        allowed: now.allowed.filter(({ hash }) => hash !== passing),
        marked: [...now.marked.filter(({ hash }) => hash !== entry.hash), entry],
      }
    })
    return id
  }

  /** The policies alone decide about it again. @returns what it was; null when it was not there */
  async forget(id: string): Promise<SettledValue | null> {
    let forgotten: SettledValue | null = null
    await this.#change((now) => {
      forgotten = listed(now).find((value) => value.id === id) ?? null
      return {
        ...now,
        allowed: now.allowed.filter(({ hash }) => hash !== id),
        marked: now.marked.filter(({ hash }) => hash !== id),
      }
    })
    return forgotten
  }

  /** The one marked value, ready to be looked for alone; null when it is not marked. */
  async onlyMarked(id: string): Promise<StoredValues | null> {
    const now = await this.#read()
    const entry = now?.marked.find(({ hash }) => hash === id)
    return now === null || entry === undefined ? null : { key: now.key, allowed: [], marked: [entry] }
  }

  async #read(): Promise<StoredValues | null> {
    return parseValues(await this.#store.values()).stored
  }

  /** Applies a change to what the file holds by then: another process may have written it. */
  async #change(edit: (now: StoredValues) => StoredValues): Promise<StoredValues> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const before = await this.#store.values()
      const { stored, isDamaged } = parseValues(before)
      if (isDamaged) await this.#files.write(this.#asidePath, before ?? '')
      const next = edit(stored ?? { key: randomBytes(32).toString('hex'), allowed: [], marked: [] })
      if (next.allowed.length + next.marked.length > MAX_VALUES)
        throw new AppError('bad-request', say('too-many-values'))
      if (await this.#store.putValues(before, JSON.stringify(next, null, 2))) return next
    }
    throw new AppError('busy', say('values-settled-elsewhere'))
  }
}

function parted<Item>(
  all: readonly Item[],
  isOne: (item: Item) => boolean,
): readonly [readonly Item[], readonly Item[]] {
  return [all.filter(isOne), all.filter((item) => !isOne(item))]
}

function marked(key: string, value: string): MarkedValue {
  try {
    return markedValue(key, value, new Date().toISOString())
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw new AppError(
      'bad-request',
      say('value-not-marked', { least: MIN_MARKED_CHARACTERS, most: MAX_MARKED_CHARACTERS }),
      { cause: error },
    )
  }
}

/** As the user may have marked it: a rule may have taken quotes or the end of a sentence with it. */
function asMarked(key: string, value: string): readonly MarkedValue[] {
  const bare = value.trim().replace(/^["'`([{]{1,3}|["'`)\]},.;:!?]{1,3}$/g, '')
  return [value, bare].flatMap((each) => {
    const { length } = each.trim()
    return length < MIN_MARKED_CHARACTERS || length > MAX_MARKED_CHARACTERS ? [] : marked(key, each)
  })
}

function listed({ allowed, marked: all }: StoredValues): readonly SettledValue[] {
  return [
    ...allowed.map(({ hash, rule, at }) => ({ id: hash, kind: 'allowed' as const, rule, length: null, at })),
    ...all.map(({ hash, length, at }) => ({ id: hash, kind: 'marked' as const, rule: null, length, at })),
  ].toSorted((one, other) => other.at.localeCompare(one.at))
}
