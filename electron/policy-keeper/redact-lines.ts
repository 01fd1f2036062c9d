import { z } from 'zod'
import { english } from '../../shared/messages/english.ts'
import {
  type Certainty,
  DEFAULT_POLICIES,
  type DetectorGroup,
  everyGroup,
  PoliciesFile,
  type RedactionLevel,
  RedactionPolicy,
  UserRule,
} from '../../shared/policy.ts'
import { compileRules, redact, type RuleSet } from '../policy/redaction/redact.ts'

const Line = z.object({ text: z.string() })
/** A rule's kind may be left out: its fields imply it. */
const Rule = z.preprocess(
  (value) =>
    isObject(value) && value['kind'] === undefined
      ? { ...value, kind: value['words'] === undefined ? 'expression' : 'words' }
      : value,
  UserRule,
)
const Rules = z.array(Rule)
const RulesFile = z.union([
  Rules.transform((rules) => RedactionPolicy.parse({ rules })),
  // Only the redaction part of the policies: as whole policies its rules would be ignored.
  z.looseObject({ rules: Rules }).transform((redaction) => RedactionPolicy.parse(redaction)),
  z
    .looseObject({ rules: z.undefined().optional() })
    .transform((file): unknown => file)
    .pipe(PoliciesFile)
    .transform(({ redaction }) => redaction),
])
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export type RulesOutcome =
  | { readonly kind: 'ready'; readonly rules: RuleSet }
  | { readonly kind: 'refused'; readonly reason: string }

export interface RulesWanted {
  /** Every built-in group, personal data too. */
  readonly all?: boolean
  /** Of every group that is used; left out, as the rules say. */
  readonly level?: Certainty | undefined
}

/** The rules of the command line: the built-in ones and those of a file (policies, or an array of rules). */
export function rulesFrom(file: string | null, { all = false, level }: RulesWanted = {}): RulesOutcome {
  const given = file === null ? { kind: 'ready' as const, redaction: DEFAULT_POLICIES.redaction } : parsed(file)
  if (given.kind === 'refused') return given
  const { redaction } = given
  const rules = compileRules(
    all
      ? { ...redaction, groups: everyGroup(level ?? 'usual'), detectors: {} }
      : { ...redaction, groups: atLevel(redaction.groups, level) },
  )
  const [first] = rules.refused
  return first === undefined
    ? { kind: 'ready', rules }
    : { kind: 'refused', reason: `The rule “${first.name}” can’t be used. ${english(first.reason)}` }
}

/** What is off stays off. */
function atLevel(groups: RedactionPolicy['groups'], level: Certainty | undefined): RedactionPolicy['groups'] {
  if (level === undefined) return groups
  const wanted = (group: DetectorGroup): RedactionLevel => (groups[group] === 'off' ? 'off' : level)
  return { ...groups, secrets: wanted('secrets'), payment: wanted('payment'), personal: wanted('personal') }
}

function parsed(
  file: string,
):
  | { readonly kind: 'ready'; readonly redaction: RedactionPolicy }
  | { readonly kind: 'refused'; readonly reason: string } {
  let value: unknown
  try {
    value = JSON.parse(file)
  } catch {
    return { kind: 'refused', reason: 'The file with the rules isn’t valid JSON.' }
  }
  const known = RulesFile.safeParse(value)
  if (known.success) return { kind: 'ready', redaction: known.data }
  return {
    kind: 'refused',
    reason:
      'The file with the rules contains neither policies nor an array of rules. Each rule needs a name, and words (an array) or an expression.',
  }
}

/**
 * One `{ text }` in, one `{ text, found }` out; anything else is answered with an error. `start` and `end` count UTF-16
 * code units of the given text, as JavaScript strings do.
 */
export function redactLine(line: string, rules: RuleSet): string {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return JSON.stringify({ error: 'The line is not JSON. One {"text": …} per line is expected.' })
  }
  const known = Line.safeParse(value)
  if (!known.success) return JSON.stringify({ error: 'The line has no "text". One {"text": …} per line is expected.' })
  const { text, found, late, refusing } = redact(known.data.text, rules)
  return JSON.stringify({
    text,
    found,
    ...(late.length === 0 ? {} : { late }),
    ...(refusing.length === 0 ? {} : { refusing }),
  })
}
