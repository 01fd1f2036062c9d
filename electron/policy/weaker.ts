import { DEFAULT_POLICIES, DetectorGroup, DETECTORS, type Policies } from '../../shared/policy.ts'

const SUBJECTS: Readonly<Record<DetectorGroup, string>> = {
  secrets: 'Secrets are',
  payment: 'Payment numbers are',
  personal: 'Personal details are',
}

/**
 * What these policies permit or do that the defaults do not, one sentence each; none when they may take force unasked.
 * Pure. Rules that rewrite a text count, too: what they replace is never written anywhere.
 */
export function weakerThanDefaults({ redaction, limits, expiry }: Policies): readonly string[] {
  const found: string[] = []
  const { groups, detectors, rules } = redaction
  const byDefaultOn = DetectorGroup.options.filter((group) => DEFAULT_POLICIES.redaction.groups[group] !== 'off')
  for (const group of byDefaultOn) {
    if (groups[group] === 'off') found.push(`${SUBJECTS[group]} not redacted.`)
    if (groups[group] === 'certain')
      found.push(`${SUBJECTS[group]} redacted only where their form proves what they are.`)
  }
  const single = DETECTORS.filter(
    ({ id, group }) => detectors[id] === false && byDefaultOn.includes(group) && groups[group] !== 'off',
  )
  if (single.length > 0)
    found.push(`Some kinds of secrets are not redacted (${single.map(({ id }) => id).join(', ')}).`)
  const active = rules.filter((rule) => rule.on)
  if (active.length > 0)
    found.push(
      `${active.length === 1 ? 'A rule rewrites or refuses' : `${active.length} rules rewrite or refuse`} what is written (${active.map(({ name }) => name).join(', ')}).`,
    )
  const byDefault = DEFAULT_POLICIES.limits
  const largest = Math.max(limits.file.bytes, ...limits.rules.map(({ bytes = 0 }) => bytes))
  if (largest > byDefault.file.bytes) found.push(`Files may have up to ${count(largest)} bytes.`)
  if (limits.store.bytes > byDefault.store.bytes || limits.store.files > byDefault.store.files)
    found.push(`The memory may have up to ${count(limits.store.files)} files and ${count(limits.store.bytes)} bytes.`)
  if (expiry.on) found.push(`Files that nobody used for ${expiry.days} days of use are deleted.`)
  return found
}

function count(value: number): string {
  return value.toLocaleString('en')
}
