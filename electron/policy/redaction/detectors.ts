import {
  type Certainty,
  DetectorGroup,
  DETECTORS,
  type DetectorId,
  type RedactionLevel,
  type RedactionPolicy,
} from '../../../shared/policy.ts'
import { addressFields } from './address-fields.ts'
import { announced } from './announced.ts'
import { answers } from './answers.ts'
import { assignments } from './assignments.ts'
import { birthDates } from './birth-dates.ts'
import { codeLists } from './code-lists.ts'
import { authorization, connections } from './connections.ts'
import { ipAddresses } from './ip-addresses.ts'
import { MARKED_RULE } from './known-values.ts'
import { layouts } from './layouts.ts'
import { nameless } from './nameless.ts'
import { NATIONAL_NUMBERS } from './national-table.ts'
import { doors, openers } from './openers.ts'
import { passwordHashes } from './password-hashes.ts'
import { bankAccounts, cards, cardStripes } from './payment.ts'
import { emails, macAddresses, machineReadableZones, nationalNumbers, phones, plates } from './personal.ts'
import { postBoxes } from './post-boxes.ts'
import { postalAddresses } from './postal-addresses.ts'
import { privateKeys } from './private-keys.ts'
import type { Detect } from './scan.ts'
import { secretCells } from './secret-cells.ts'
import { seedPhrases } from './seed-phrases.ts'
import { sentences } from './sentences.ts'
import { SERVICE_TOKENS } from './service-token-table.ts'
import { serviceTokens } from './service-tokens.ts'
import { sessionCookies } from './session-cookies.ts'
import { walletKeys } from './wallet-keys.ts'
import { webhooks } from './webhooks.ts'

interface Detector {
  readonly detects: readonly Detect[]
  /** Of its findings that do not say otherwise. */
  readonly certainty: Certainty
}

const certain = (...detects: readonly Detect[]): Detector => ({ detects, certainty: 'certain' })
const usual = (...detects: readonly Detect[]): Detector => ({ detects, certainty: 'usual' })

const BY_ID: Readonly<Record<DetectorId, Detector>> = {
  'service-tokens': certain(serviceTokens, webhooks),
  'private-keys': certain(privateKeys, walletKeys, seedPhrases),
  'connection-strings': certain(connections, layouts, sessionCookies),
  authorization: certain(authorization),
  assignments: usual(assignments),
  'password-hashes': certain(passwordHashes),
  sentences: usual(sentences, announced, openers, doors, nameless, answers, codeLists, secretCells),
  cards: certain(cardStripes, cards),
  'bank-accounts': certain(bankAccounts),
  'national-numbers': certain(nationalNumbers, machineReadableZones),
  email: certain(emails),
  phone: usual(phones),
  'ip-addresses': certain(ipAddresses),
  'birth-dates': usual(birthDates),
  'postal-addresses': usual(postalAddresses, postBoxes, addressFields),
  'number-plates': usual(plates),
  'mac-addresses': certain(macAddresses),
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
    'deepl key',
    'maxmind key',
    'discord token',
    'telegram token',
    'aws secret key',
    'private key',
    'wallet key',
    'password hash',
    'webhook',
    'recovery code',
    'licence key',
    'security answer',
    'password',
    'passphrase',
    'pin',
    'secret',
    'authorization',
    'cookie',
    MARKED_RULE,
  ],
  payment: [
    'card number',
    'card security code',
    'iban',
    'bic',
    'account number',
    'routing number',
    'sort code',
    'card stripe',
  ],
  personal: [
    ...NATIONAL_NUMBERS.map(({ rule }) => rule),
    'email address',
    'phone number',
    'ip address',
    'date of birth',
    'passport number',
    'driving licence number',
    'identity number',
    'machine-readable zone',
    'postal address',
    'number plate',
    'mac address',
  ],
}
export const BUILT_IN_NAMES: ReadonlySet<string> = new Set(Object.values(NAMES).flat())

/** The group of a built-in mark's name; `null` for the name of a user's rule. */
export const groupOfName = (name: string): DetectorGroup | null =>
  DetectorGroup.options.find((group) => NAMES[group].includes(name)) ?? null

/** A detector with how sure its findings must be. */
export interface ActiveDetector {
  readonly detect: Detect
  readonly certainty: Certainty
  readonly level: RedactionLevel
}

/** The detectors that a policy switches on, the most certain first. One that is on in a group that is off is on as usual. */
export function detectorsOf({
  groups,
  detectors,
}: Pick<RedactionPolicy, 'groups' | 'detectors'>): readonly ActiveDetector[] {
  return DETECTORS.flatMap(({ id, group, onlyByName }) => {
    const isOn = detectors[id] ?? (onlyByName !== true && groups[group] !== 'off')
    const level = groups[group] === 'off' ? 'usual' : groups[group]
    const { detects, certainty } = BY_ID[id]
    return isOn ? detects.map((detect) => ({ detect, certainty, level })) : []
  })
}
