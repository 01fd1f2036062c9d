import type { Origin, WriteOutcome } from '../../shared/commit.ts'
import { say } from '../../shared/messages/say.ts'
import type { RedactionPolicy } from '../../shared/policy.ts'
import type { FileWithValue } from '../../shared/settled-values.ts'
import { mapInTurn } from '../disk/yield.ts'
import type { FilePut, Store } from '../memory/store-interface.ts'
import type { KnownValues } from '../policy/redaction/known-values.ts'
import { compileRules, redact } from '../policy/redaction/redact.ts'

interface Rules {
  readonly policy: Pick<RedactionPolicy, 'groups' | 'detectors' | 'rules'>
  readonly values: KnownValues
}

interface Found extends FileWithValue {
  readonly before: string
  readonly text: string
}

const MAX_ATTEMPTS = 3

/** The present text files in which some rules find something, and how often. */
export async function filesWithValue(store: Store, rules: Rules): Promise<readonly FileWithValue[]> {
  return (await search(store, rules)).map(({ path, count }) => ({ path, count }))
}

/** Redacts them, as one commit. */
export async function eraseValue(store: Store, rules: Rules, origin: Origin): Promise<WriteOutcome> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await search(store, rules)
    const puts = found.map(({ path, before, text }): FilePut => ({ path, before, bytes: Buffer.from(text, 'utf8') }))
    const [only] = puts
    if (only === undefined) return { kind: 'refused', reason: say('value-in-no-file') }
    const subject = puts.length === 1 ? `redact ${only.path}` : `redact ${puts.length} files`
    const outcome = await store.putAll(puts, origin, subject)
    if (outcome.kind !== 'conflict' || attempt === MAX_ATTEMPTS) return outcome
  }
}

async function search(store: Store, { policy, values }: Rules): Promise<readonly Found[]> {
  const set = compileRules(policy, { values })
  const { files } = await store.tree()
  const found = await mapInTurn(files, async ({ path, blob }): Promise<Found | null> => {
    const before = await store.text(blob.id)
    if (before === null) return null
    const { text, found: places } = redact(before, set, path)
    return places.length === 0 ? null : { path, count: places.length, before: blob.id, text }
  })
  return found.filter((each) => each !== null)
}
