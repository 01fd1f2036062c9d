import type { StoreAuditEvent } from '../../shared/audit.ts'
import type { ObjectId } from '../../shared/change.ts'
import type { WriteOutcome } from '../../shared/commit.ts'
import type { AppEvent } from '../../shared/events.ts'
import { say } from '../../shared/messages/say.ts'
import { byUser } from '../../shared/origin.ts'
import { everyGroup, type Redacted } from '../../shared/policy.ts'
import type {
  FoundValue,
  OriginalSource,
  PassOutcome,
  RuleOrigin,
  SettledValue,
  SettledValues,
  ValuePlaces,
} from '../../shared/settled-values.ts'
import type { OriginalCalls } from '../agent/original-calls.ts'
import type { Store } from '../memory/store-interface.ts'
import { textOf } from '../policy/bytes-as-text.ts'
import { groupOfName } from '../policy/redaction/detectors.ts'
import { compileValues, MARKED_RULE, type StoredValues } from '../policy/redaction/known-values.ts'
import type { Redaction } from '../policy/redaction/redact.ts'
import { eraseValue, filesWithValue } from './files-with-value.ts'
import type { PoliciesInForce } from './in-force.ts'
import { SettledValuesFile } from './settled-values.ts'

/** What the user says of single values: "not a secret" and "this is a secret". Nothing the model can call leads here. */
export interface ValueKeeper {
  list(): Promise<SettledValues>
  /** The user has read that the damaged file was set aside. */
  forgetAside(): Promise<void>
  /** What the rule of a mark is. */
  origin(rule: string): RuleOrigin
  /** Lets a value pass that the user typed. */
  allow(value: string, rule: string | null): Promise<void>
  /** What is redacted in an original; `null` when it is not there any more. */
  found(source: OriginalSource): Promise<readonly FoundValue[] | null>
  /** Lets one value of an original pass, and applies the original where it still fits. */
  pass(source: OriginalSource, index: number): Promise<PassOutcome>
  /** From now on the value is redacted wherever it is. @returns its id */
  mark(value: string): Promise<string>
  /** The files that have a marked value now. */
  filesWith(id: string): Promise<ValuePlaces>
  /** Redacts a marked value in these files, as one commit. Earlier versions keep it. */
  erase(id: string): Promise<WriteOutcome>
  /** The policies alone decide about it again. @returns what it was */
  forget(id: string): Promise<SettledValue | null>
}

interface ValueKeeperOptions {
  readonly store: Store
  /** The device's folder of the store. */
  readonly folder: string
  readonly inForce: PoliciesInForce
  readonly originals: OriginalCalls
  readonly emit: (event: AppEvent) => void
  /** Which rule, never which value. */
  readonly audit: (event: StoreAuditEvent) => void
}

const GONE: PassOutcome = { kind: 'gone', write: null }
/** Several rules may find one place; after the first passes, the next one shows. */
const MAX_RULES_AT_ONE_PLACE = 4

export function createValueKeeper(options: ValueKeeperOptions): ValueKeeper {
  const { store, folder, inForce, emit, audit } = options
  const file = new SettledValuesFile(store, folder)
  const settled: Settled = {
    file,
    // Files of other programs are withheld or adopted by what is settled now.
    async settle(work) {
      const done = await work
      await store.adopt()
      emit({ type: 'store.changed' })
      return done
    },
  }
  return {
    list: () => file.list(),
    async forgetAside() {
      await file.forgetAside()
      emit({ type: 'store.changed' })
    },
    origin: (rule) => originOf(rule, inForce),
    async forget(id) {
      const forgotten = await settled.settle(file.forget(id))
      if (forgotten !== null) audit({ type: 'value.forgotten', kind: forgotten.kind })
      return forgotten
    },
    ...passing(options, settled),
    ...marking(options, settled),
  }
}

interface Settled {
  readonly file: SettledValuesFile
  /** What follows once something is settled. */
  readonly settle: <T>(work: Promise<T>) => Promise<T>
}

const isOwn = (rule: string, { policies }: PoliciesInForce): boolean =>
  policies.redaction.rules.some(({ name }) => name === rule)

function originOf(rule: string, inForce: PoliciesInForce): RuleOrigin {
  if (isOwn(rule, inForce)) return { kind: 'own' }
  if (rule === MARKED_RULE) return { kind: 'marked' }
  const group = groupOfName(rule)
  return group === null
    ? { kind: 'unknown' }
    : { kind: 'built-in', group, level: inForce.policies.redaction.groups[group] }
}

/** "Not a secret". */
function passing(
  { store, inForce, originals, audit }: ValueKeeperOptions,
  { file, settle }: Settled,
): Pick<ValueKeeper, 'allow' | 'found' | 'pass'> {
  /** Lets pass whatever is found at a place of a text, unless a rule of the user forbids it. @returns what takes that back */
  async function allowAt({ text, path }: Original, at: Redacted): Promise<() => Promise<void>> {
    const allowed: (() => Promise<void>)[] = []
    const takeBack = async (): Promise<void> => {
      for (const each of allowed.toReversed()) await each()
    }
    for (let round = 0; round < MAX_RULES_AT_ONE_PLACE; round += 1) {
      const here = inForce
        .find(text, path)
        .found.filter(({ start, end, rule }) => start < at.end && at.start < end && !isOwn(rule, inForce))
      if (here.length === 0) break
      for (const { start, end, rule } of here) allowed.push(await file.allow(text.slice(start, end), rule))
    }
    return takeBack
  }
  return {
    async allow(value, rule) {
      await settle(file.allow(value, rule))
      audit({ type: 'value.allowed', rule })
    },
    async found(source) {
      const original = await originalOf(source, { store, originals })
      if (original === null) return null
      const { text, path } = original
      return inForce.find(text, path).found.map(({ rule, start }, index) => ({
        index,
        rule,
        line: lineOf(text, start),
        mayPass: !isOwn(rule, inForce),
      }))
    },
    async pass(source, index) {
      const original = await originalOf(source, { store, originals })
      const before = original === null ? null : inForce.find(original.text, original.path)
      const at = before?.found[index]
      if (original === null || before === null || at === undefined) return GONE
      const takeBack = await allowAt(original, at)
      const outcome = await apply({ store, inForce }, { source, original, before }).catch(async (error: unknown) => {
        await takeBack()
        throw error
      })
      // It passes together with the text that it was said of, or not at all.
      if (outcome.kind === 'not-written') await takeBack()
      else {
        await settle(Promise.resolve())
        audit({ type: 'value.allowed', rule: at.rule })
      }
      return outcome
    },
  }
}

/** "This is a secret". */
function marking(
  { store, inForce, audit }: ValueKeeperOptions,
  { file, settle }: Settled,
): Pick<ValueKeeper, 'mark' | 'filesWith' | 'erase'> {
  /** What the last search ruled out: to erase a value does not take as long as to find it. */
  let last = { id: '', clean: new Set<ObjectId>() }
  const rulesOf = (id: string, values: StoredValues): Parameters<typeof eraseValue>[1] => {
    if (last.id !== id) last = { id, clean: new Set() }
    const policy = { groups: everyGroup('off'), detectors: {}, rules: [] }
    return { policy, values: compileValues(values), limits: inForce.policies.limits, clean: last.clean }
  }
  return {
    async mark(value) {
      const id = await settle(file.mark(value))
      audit({ type: 'value.marked' })
      return id
    },
    async filesWith(id) {
      const values = await file.onlyMarked(id)
      return values === null ? { files: [], unclear: [] } : filesWithValue(store, rulesOf(id, values))
    },
    async erase(id) {
      const values = await file.onlyMarked(id)
      return values === null
        ? { kind: 'refused', reason: say('value-not-marked-any-more') }
        : eraseValue(store, rulesOf(id, values), byUser('edit'))
    },
  }
}

interface Original {
  readonly text: string
  readonly path: string
}

async function originalOf(
  source: OriginalSource,
  { store, originals }: Pick<ValueKeeperOptions, 'store' | 'originals'>,
): Promise<Original | null> {
  switch (source.kind) {
    case 'text':
      return { text: source.text, path: source.path }
    case 'file': {
      const isWithheld = (await store.withheld()).some(({ path }) => path === source.path)
      const found = isWithheld ? await store.look(source.path) : null
      return found?.kind === 'file' ? { text: textOf(found.bytes), path: source.path } : null
    }
    case 'call': {
      const text = originals.textOf(source.call)
      const path = text === null ? undefined : (await store.commitOfCall(source.call))?.changes[0]?.change.path
      return text === null || path === undefined ? null : { text, path }
    }
  }
}

/** What becomes of an original once a value in it passes. @param before what the policies found in it until then */
async function apply(
  { store, inForce }: Pick<ValueKeeperOptions, 'store' | 'inForce'>,
  passed: { readonly source: OriginalSource; readonly original: Original; readonly before: Redaction },
): Promise<PassOutcome> {
  const { source, original, before } = passed
  const after = inForce.find(original.text, original.path)
  if (after.text === before.text) return { kind: 'waits', write: null }
  if (source.kind === 'file') return { kind: after.found.length > 0 ? 'waits' : 'applied', write: null }
  return source.kind === 'call'
    ? inPlace(store, original.path, { before: before.text, after: after.text })
    : written(store, { path: source.path, before: source.saved, text: source.text })
}

/** Puts a passage back as it was, if the file has it exactly once. */
async function inPlace(
  store: Store,
  path: string,
  { before, after }: { readonly before: string; readonly after: string },
): Promise<PassOutcome> {
  const now = await store.file(path)
  const [start, ...others] = now?.text == null ? [] : placesOf(now.text, before)
  if (now?.text == null || start === undefined || others.length > 0) return { kind: 'waits', write: null }
  const text = now.text.slice(0, start) + after + now.text.slice(start + before.length)
  return written(store, { path, before: now.blob.id, text })
}

async function written(
  store: Store,
  { path, before, text }: { readonly path: string; readonly before: ObjectId; readonly text: string },
): Promise<PassOutcome> {
  const write = await store.put([{ path, before, bytes: Buffer.from(text.toWellFormed(), 'utf8') }], byUser('edit'))
  return { kind: write.kind === 'committed' ? 'applied' : 'not-written', write }
}

/** At most two: one is enough to know the place, two are too many. */
function placesOf(text: string, part: string): readonly number[] {
  const first = text.indexOf(part)
  const second = first < 0 ? -1 : text.indexOf(part, first + 1)
  return [first, second].filter((at) => at >= 0)
}

const lineOf = (text: string, at: number): number => text.slice(0, at).split('\n').length
