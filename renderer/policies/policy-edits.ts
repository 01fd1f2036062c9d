import {
  DETECTORS,
  type DetectorGroup,
  type DetectorInfo,
  everyGroup,
  type Policies,
  type RedactionLevel,
  type RedactionPolicy,
  type UserRule,
} from '../../shared/policy.ts'

/** Edits of policies by the form. Each function returns new ones. */

export function detectorOn({ groups, detectors }: RedactionPolicy, { id, group, onlyByName }: DetectorInfo): boolean {
  return detectors[id] ?? (onlyByName !== true && groups[group] !== 'off')
}

export const detectorsOf = (group: DetectorGroup): readonly DetectorInfo[] =>
  DETECTORS.filter((detector) => detector.group === group)

const withRedaction = (policies: Policies, change: Partial<RedactionPolicy>): Policies => ({
  ...policies,
  redaction: { ...policies.redaction, ...change },
})

/** Sets the level of a whole group; settings of single detectors in it are dropped. */
export function withGroup(policies: Policies, group: DetectorGroup, level: RedactionLevel): Policies {
  const own = new Set<string>(
    detectorsOf(group)
      .filter(({ onlyByName }) => onlyByName !== true || level === 'off')
      .map(({ id }) => id),
  )
  const detectors = Object.fromEntries(Object.entries(policies.redaction.detectors).filter(([id]) => !own.has(id)))
  return withRedaction(policies, { groups: { ...policies.redaction.groups, [group]: level }, detectors })
}

/** Switches one detector. Only what differs from its group is stored. */
export function withDetector(policies: Policies, detector: DetectorInfo, on: boolean): Policies {
  const rest = Object.fromEntries(Object.entries(policies.redaction.detectors).filter(([id]) => id !== detector.id))
  const byDefault = detectorOn({ ...policies.redaction, detectors: rest }, detector)
  return withRedaction(policies, { detectors: byDefault === on ? rest : { ...rest, [detector.id]: on } })
}

/** Replaces a rule, or appends it if `at` is beyond the last one. */
export function withRule(policies: Policies, at: number, rule: UserRule): Policies {
  const { rules } = policies.redaction
  return withRedaction(policies, { rules: at < rules.length ? rules.with(at, rule) : [...rules, rule] })
}

export function withoutRule(policies: Policies, at: number): Policies {
  return withRedaction(policies, { rules: policies.redaction.rules.filter((_, other) => other !== at) })
}

const UNLIMITED = Number.MAX_SAFE_INTEGER

/** Policies with nothing but one rule, to see its own effect. */
export function onlyRule(policies: Policies, rule: UserRule): Policies {
  return {
    ...policies,
    limits: {
      ...policies.limits,
      file: { bytes: UNLIMITED, lines: null },
      rules: [],
      store: { bytes: UNLIMITED, files: UNLIMITED },
      turnBytes: null,
    },
    redaction: {
      groups: everyGroup('off'),
      detectors: {},
      rules: [{ ...rule, on: true }],
    },
    expiry: { ...policies.expiry, on: false },
  }
}
