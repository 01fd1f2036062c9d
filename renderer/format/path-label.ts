import { t } from '@lingui/core/macro'
import { POLICIES_PATH } from '../../shared/policies-path.ts'

/** What a path is called in a sentence: the file that keeps the policies is no memory. */
export const pathLabel = (path: string): string => (path === POLICIES_PATH ? t`the policies` : path)
