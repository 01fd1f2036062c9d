import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import { DEFAULT_POLICIES, DetectorGroup, DETECTORS, type Policies } from '../../shared/policy.ts'

const OFF = {
  secrets: say('secrets-not-redacted'),
  payment: say('payment-not-redacted'),
  personal: say('personal-not-redacted'),
} as const satisfies Readonly<Record<DetectorGroup, Message>>

const CERTAIN_ONLY = {
  secrets: say('secrets-redacted-if-certain'),
  payment: say('payment-redacted-if-certain'),
  personal: say('personal-redacted-if-certain'),
} as const satisfies Readonly<Record<DetectorGroup, Message>>

/**
 * What these policies permit or do that the defaults do not, one sentence each; none when they may take force unasked.
 * Pure. Rules that rewrite a text count, too: what they replace is never written anywhere.
 */
export function weakerThanDefaults({ redaction, limits, expiry, brake }: Policies): readonly Message[] {
  const found: Message[] = []
  const { groups, detectors, rules } = redaction
  const byDefaultOn = DetectorGroup.options.filter((group) => DEFAULT_POLICIES.redaction.groups[group] !== 'off')
  for (const group of byDefaultOn) {
    if (groups[group] === 'off') found.push(OFF[group])
    if (groups[group] === 'certain') found.push(CERTAIN_ONLY[group])
  }
  const single = DETECTORS.filter(
    ({ id, group }) => detectors[id] === false && byDefaultOn.includes(group) && groups[group] !== 'off',
  )
  if (single.length > 0) found.push(say('kinds-not-redacted', { kinds: single.map(({ id }) => id) }))
  const active = rules.filter((rule) => rule.on)
  if (active.length > 0) found.push(say('rules-act', { count: active.length, rules: active.map(({ name }) => name) }))
  const byDefault = DEFAULT_POLICIES.limits
  const largest = Math.max(limits.file.bytes, ...limits.rules.map(({ bytes = 0 }) => bytes))
  if (largest > byDefault.file.bytes) found.push(say('files-may-have', { size: { bytes: largest } }))
  if (limits.store.bytes > byDefault.store.bytes || limits.store.files > byDefault.store.files)
    found.push(say('memory-may-have', { files: limits.store.files, size: { bytes: limits.store.bytes } }))
  if (brake === null || brake > (DEFAULT_POLICIES.brake ?? 1))
    found.push(say('brake-is-off', { percent: Math.round((brake ?? 1) * 100) }))
  if (expiry.on) found.push(say('unused-files-expire', { days: expiry.days }))
  return found
}
