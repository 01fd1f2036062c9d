import { DEFAULT_POLICIES, type Policies, PoliciesFile } from '../../shared/policy.ts'

/** The policies in a version of their file; `null` if it cannot be read. Without their file, they are the defaults. */
export function policiesIn(text: string | null): Policies | null {
  if (text === '') return DEFAULT_POLICIES
  try {
    return PoliciesFile.safeParse(JSON.parse(text ?? '')).data ?? null
  } catch {
    return null
  }
}
