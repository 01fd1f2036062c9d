import { homedir, userInfo } from 'node:os'

/** What systems enter for an account that has no home. */
export const NO_HOME = '/nonexistent'

/** The user's home folder, also where `HOME` is empty; NO_HOME if there is none, as for a number without an account. */
export function homeFolder(): string {
  try {
    return homedir() || userInfo().homedir || NO_HOME
  } catch {
    return NO_HOME
  }
}
