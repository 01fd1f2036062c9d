import { t } from '@lingui/core/macro'
import { shownName } from '../../shared/invisible.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'

/** A path as named in sentences, on one line; the policies file, which is not part of the memory, gets a name of its own. */
export const pathLabel = (path: string): string => (path === POLICIES_PATH ? t`the policies` : shownName(path))
