import type { ObjectId } from '../../shared/change.ts'
import type { WriteOutcome } from '../../shared/commit.ts'
import { say } from '../../shared/messages/say.ts'
import type { Origin } from '../../shared/origin.ts'
import type { RedactionPolicy, SizeLimits } from '../../shared/policy.ts'
import type { FileWithValue, ValuePlaces } from '../../shared/settled-values.ts'
import { mapInTurn } from '../disk/yield.ts'
import type { FilePut, Store } from '../memory/store-interface.ts'
import { isUtf16, textOf } from '../policy/bytes-as-text.ts'
import { redactBytes } from '../policy/gate.ts'
import { compileLimits } from '../policy/limits.ts'
import type { KnownValues } from '../policy/redaction/known-values.ts'
import { compileRules, redact } from '../policy/redaction/redact.ts'

interface Rules {
  readonly policy: Pick<RedactionPolicy, 'groups' | 'detectors' | 'rules'>
  readonly values: KnownValues
  readonly limits: SizeLimits
  /** Versions in which these rules find nothing, whatever their path; a search adds those it has read. */
  readonly clean: Set<ObjectId>
}

interface Found extends FileWithValue {
  readonly before: ObjectId
  readonly bytes: Uint8Array
}

const MAX_ATTEMPTS = 3
/** Reading a megabyte takes a tenth to a third of a second, and this thread does nothing else meanwhile. */
const MAX_SEARCHED_BYTES = 20_000_000
/** A store may have many photos, and to redact one is to destroy it. */
const MAX_SEARCHED_BINARY_BYTES = 1_000_000

/** The present files in which some rules find something, and how often, read as the gate reads them. */
export async function filesWithValue(store: Store, rules: Rules): Promise<ValuePlaces> {
  const { files, unclear } = await search(store, rules)
  return { files: files.map(({ path, count }) => ({ path, count })), unclear }
}

/** Redacts them, as one commit. Files that are unclear stay as they are. */
export async function eraseValue(store: Store, rules: Rules, origin: Origin): Promise<WriteOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const { files, unclear } = await search(store, rules)
    const puts = files.map(({ path, before, bytes }): FilePut => ({ path, before, bytes }))
    if (puts.length === 0)
      return {
        kind: 'refused',
        reason: unclear.length === 0 ? say('value-in-no-file') : say('value-unclear', { count: unclear.length }),
      }
    const outcome = await store.put(puts, origin, { word: 'redacted' })
    if (outcome.kind !== 'conflict' || attempt === MAX_ATTEMPTS) return outcome
  }
}

async function search(
  store: Store,
  { policy, values, limits, clean }: Rules,
): Promise<{ readonly files: readonly Found[]; readonly unclear: readonly string[] }> {
  const set = compileRules(policy, { values })
  const { fileLimits } = compileLimits(limits)
  const unclear: string[] = []
  const { files } = await store.tree()
  const found = await mapInTurn(files, async ({ path, blob }): Promise<Found | null> => {
    if (clean.has(blob.id)) return null
    const bytes = blob.size > MAX_SEARCHED_BYTES ? null : await store.bytes(blob.id)
    const cleaned = bytes === null || !isSearched(bytes) ? null : redactBytes(bytes, set, path)
    if (cleaned?.kind === 'clean') {
      clean.add(blob.id)
      return null
    }
    const after = cleaned?.kind === 'replace' ? cleaned.after : null
    // A file over its limit may only shrink, and a mark may be longer than what it replaces.
    if (bytes === null || after === null || after.length > Math.max(bytes.length, fileLimits(path).bytes)) {
      unclear.push(path)
      return null
    }
    return { path, count: redact(textOf(bytes), set, path).found.length, before: blob.id, bytes: after }
  })
  return { files: found.filter((each) => each !== null), unclear }
}

const isSearched = (bytes: Uint8Array): boolean =>
  !isUtf16(bytes) && (bytes.length <= MAX_SEARCHED_BINARY_BYTES || !bytes.includes(0))
