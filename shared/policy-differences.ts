import { inPoliciesFile, type Policies, type UserRule } from './policy.ts'

export interface Difference {
  /** As in the policies file: "caps.store.bytes", or "redaction.rules" with the rule's name. */
  readonly key: string
  readonly rule: string | null
  /** As JSON; `null` if there is none. */
  readonly from: string | null
  readonly to: string | null
}

type Leaves = ReadonlyMap<string, { readonly rule: string | null; readonly value: string }>

function leavesOf(value: unknown, key: string, into: Map<string, { rule: string | null; value: string }>): Leaves {
  if (key === 'redaction.rules' && Array.isArray(value)) {
    value.forEach((rule: UserRule) => into.set(`${key} ${rule.name}`, { rule: rule.name, value: JSON.stringify(rule) }))
  } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
    for (const [name, inner] of Object.entries(value)) leavesOf(inner, key === '' ? name : `${key}.${name}`, into)
  } else into.set(key, { rule: null, value: JSON.stringify(value) })
  return into
}

/** Compares two sets of policies, setting by setting and rule by rule. */
export function differences(from: Policies, to: Policies): readonly Difference[] {
  const before = leavesOf(inPoliciesFile(from), '', new Map())
  const after = leavesOf(inPoliciesFile(to), '', new Map())
  return [...new Set([...before.keys(), ...after.keys()])].toSorted().flatMap((key): readonly Difference[] => {
    const [a, b] = [before.get(key), after.get(key)]
    return a?.value === b?.value
      ? []
      : [
          {
            key: key.split(' ')[0] ?? key,
            rule: a?.rule ?? b?.rule ?? null,
            from: a?.value ?? null,
            to: b?.value ?? null,
          },
        ]
  })
}
