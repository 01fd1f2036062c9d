import { DetectorGroup, DETECTORS, type DetectorId, type RedactionPolicy } from '../../../shared/policy.ts'
import { assignments } from './assignments.ts'
import { birthDates } from './birth-dates.ts'
import { authorization, connections } from './connections.ts'
import { NATIONAL_NUMBERS } from './national-table.ts'
import { bankAccounts, cards } from './payment.ts'
import { emails, ipAddresses, macAddresses, nationalNumbers, phones } from './personal.ts'
import { privateKeys } from './private-keys.ts'
import type { Detect } from './scan.ts'
import { sentences } from './sentences.ts'
import { SERVICE_TOKENS } from './service-token-table.ts'
import { serviceTokens } from './service-tokens.ts'

const BY_ID: Readonly<Record<DetectorId, Detect>> = {
  'service-tokens': serviceTokens,
  'private-keys': privateKeys,
  'connection-strings': connections,
  authorization,
  assignments,
  sentences,
  cards,
  'bank-accounts': bankAccounts,
  'national-numbers': nationalNumbers,
  email: emails,
  phone: phones,
  'ip-addresses': ipAddresses,
  'birth-dates': birthDates,
  'mac-addresses': macAddresses,
}

/** The names on built-in marks, by the group they belong to. */
const NAMES: Readonly<Record<DetectorGroup, readonly string[]>> = {
  secrets: [
    ...SERVICE_TOKENS.map(({ rule }) => rule),
    'mailchimp key',
    'terraform token',
    'azure client secret',
    'azure devops token',
    'json web token',
    'discord token',
    'telegram token',
    'aws secret key',
    'private key',
    'password',
    'passphrase',
    'pin',
    'secret',
    'authorization',
    'cookie',
  ],
  payment: ['card number', 'card security code', 'iban', 'bic', 'account number', 'routing number', 'sort code'],
  personal: [
    ...NATIONAL_NUMBERS.map(({ rule }) => rule),
    'email address',
    'phone number',
    'ip address',
    'date of birth',
    'mac address',
  ],
}
export const BUILT_IN_NAMES: ReadonlySet<string> = new Set(Object.values(NAMES).flat())

/** The group of a built-in mark's name; `null` for the name of a user's rule. */
export const groupOfName = (name: string): DetectorGroup | null =>
  DetectorGroup.options.find((group) => NAMES[group].includes(name)) ?? null

/** The detectors that a policy switches on, the most certain first. */
export function detectorsOf({ groups, detectors }: Pick<RedactionPolicy, 'groups' | 'detectors'>): readonly Detect[] {
  return DETECTORS.filter(({ id, group, onlyByName }) => detectors[id] ?? (groups[group] && onlyByName !== true)).map(
    ({ id }) => BY_ID[id],
  )
}
