import { readFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { VALUES_FILE } from '../../shared/policies-path.ts'
import { hasCode } from '../disk/durable-files.ts'
import { StoredValues } from '../policy/redaction/known-values.ts'

/**
 * The text of `$VARIORUM_HOME/stores/ID/values.json`. At once: whoever announces a change is not done before every gate
 * decides by it.
 * @returns null when it does not exist; '' when it cannot be read
 */
export function readValuesFile(device: string, store: string): string | null {
  try {
    return readFileSync(nodePath.join(device, store, VALUES_FILE), 'utf8')
  } catch (error) {
    return hasCode(error, 'ENOENT', 'ENOTDIR') ? null : ''
  }
}

export interface ParsedValues {
  readonly stored: StoredValues | null
  readonly isDamaged: boolean
}

export function parseValues(text: string | null): ParsedValues {
  if (text === null) return { stored: null, isDamaged: false }
  try {
    return { stored: StoredValues.parse(JSON.parse(text)), isDamaged: false }
  } catch {
    return { stored: null, isDamaged: true }
  }
}
