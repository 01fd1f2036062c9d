import { t } from '@lingui/core/macro'
import { UserRule } from '../../shared/policy.ts'

/** The contents of a rule's form, valid or not. */
export interface RuleFields {
  readonly kind: UserRule['kind']
  readonly name: string
  /** One per line. */
  readonly words: string
  readonly expression: string
  readonly ignoreCase: boolean
  readonly action: UserRule['action']
  readonly paths: readonly string[]
}

export function fieldsOf(rule: UserRule): RuleFields {
  const { kind, name, action, paths } = rule
  return {
    kind,
    name,
    action,
    paths,
    words: rule.kind === 'words' ? rule.words.join('\n') : '',
    expression: rule.kind === 'expression' ? rule.expression : '',
    ignoreCase: rule.kind === 'expression' && rule.ignoreCase,
  }
}

export const NEW_FIELDS: RuleFields = {
  kind: 'words',
  name: '',
  words: '',
  expression: '',
  ignoreCase: false,
  action: 'replace',
  paths: [],
}

/** An unused label for a new rule. */
export function freshName(names: readonly string[]): string {
  const name = (number: number): string => (number === 1 ? t`private` : t`private ${number}`)
  let number = 1
  while (names.includes(name(number))) number += 1
  return name(number)
}

export type Problems = Partial<Readonly<Record<'name' | 'words' | 'expression', string>>>

/** Makes a rule of the fields, keeping what the old one has beyond them; or reports the problems by field. */
export function ruleOf(
  fields: RuleFields,
  old: UserRule | null,
  otherNames: readonly string[],
): { readonly rule: UserRule | null; readonly problems: Problems } {
  const { kind, action, paths, ignoreCase, expression } = fields
  const name = fields.name.trim()
  const words = fields.words
    .split('\n')
    .map((word) => word.trim())
    .filter(Boolean)
  const base = { on: true, ...old, name, action, paths }
  const parsed = UserRule.safeParse(
    kind === 'words'
      ? { ...base, kind, words, expression: undefined, ignoreCase: undefined }
      : { ...base, kind, expression, ignoreCase, words: undefined },
  )
  const fails = (field: string): boolean => parsed.error?.issues.some(({ path }) => path[0] === field) ?? false
  const problems: Problems = {
    ...(otherNames.includes(name)
      ? { name: t`Another rule has this label.` }
      : fails('name')
        ? { name: t`Use 1 to 40 characters and no brackets.` }
        : {}),
    ...(fails('words')
      ? {
          words:
            words.length === 0
              ? t`Enter at least one word. Put each word on its own line.`
              : t`Use up to 5,000 words of up to 500 characters each.`,
        }
      : {}),
    ...(fails('expression') ? { expression: t`Enter an expression.` } : {}),
  }
  return parsed.success && problems.name === undefined
    ? { rule: clean(parsed.data), problems }
    : { rule: null, problems }
}

/** Removes the undefined fields of the other kind. */
function clean(rule: UserRule): UserRule {
  const cleaned = UserRule.safeParse(
    Object.fromEntries(Object.entries(rule).filter(([, value]) => value !== undefined)),
  )
  return cleaned.data ?? rule
}
