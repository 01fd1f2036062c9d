import { z } from 'zod'

/**
 * How a word announces a secret. `password`, `passphrase`: it names nothing else, so whatever follows counts. `weak`:
 * it is also used for other things ("token bucket", "secret santa"), so the value must look generated. `key`: weaker
 * still, only a value that no person would choose counts. `pin`: digits follow. `code`: digits follow, if it is for a
 * door or the like. `codes`: recovery codes, which come in lists. `licence`: serial, activation and recovery keys, which
 * come in groups. `lock`: a thing that a code opens; digits set on it follow.
 */
export const SECRET_KINDS = [
  'passphrase',
  'password',
  'codes',
  'licence',
  'pin',
  'code',
  'lock',
  'key',
  'weak',
] as const
export type SecretKind = (typeof SECRET_KINDS)[number]

/**
 * Words or phrases in lower case, separated by commas: "password, pass ?code". They are read when a text needs them
 * (vocabulary.ts). Unless a field says otherwise, each may be part of a regular expression without capturing groups.
 */
const Words = z.string()
export type Words = z.infer<typeof Words>

/** How the words of `secrets` occur within names (`DB_PASSWORD_PROD`). Plain words. */
const NameWords = z
  .strictObject({
    /** These announce a secret also with letters right before them (`dbpassword`, `WLANPasswort`). */
    compounded: Words.optional(),
    /** These take an ending of up to four letters ("passordet", "salasanani", "şifrem"). */
    inflected: Words.optional(),
    /** These are also verbs or abbreviations of other things: their value must look chosen. */
    ambiguous: Words.optional(),
    /** These also name a thing that is no secret: a value with the form of an identifier only names it. */
    identifying: Words.optional(),
    /** As the end of a setting's name (`SESSION_SECRET`), these of kind `weak` also announce what a person chose. */
    settings: Words.optional(),
    /** Before the word in one name, these turn it into something else (`forgotPassword`). */
    otherBefore: Words.optional(),
    /** Before the word in a setting's name, these say that the setting is about something else (`existingSecret`, `s3_key`). */
    otherSettings: Words.optional(),
    /** After the word in one name, these leave its meaning as it is (`passwordValue`). */
    sameAfter: Words.optional(),
  })
  .readonly()

/** What is, or is not, a value. */
const ValueWords = z
  .strictObject({
    /** Words where a value is expected that are not one: states, instructions, articles. Plain words. */
    ordinary: Words.optional(),
    /** Endings of ordinary words. */
    endings: Words.optional(),
    /** A quoted phrase with one of these is a sentence. */
    functionWords: Words.optional(),
    /** A bare phrase with one of these is not a passphrase. */
    sentenceWords: Words.optional(),
    /** A quoted phrase of plain words with one of these is not a password. Plain words. */
    remarks: Words.optional(),
    /** Words of kind `weak` that end like this may also have a quoted value that was chosen. */
    chosenAfter: Words.optional(),
  })
  .readonly()

/** "The password for the router is now …", "… is my password". */
const SentenceWords = z
  .strictObject({
    verbs: Words.optional(),
    /** Between the verb and the value. */
    adverbs: Words.optional(),
    /** What a secret is for, right after it: "password router". */
    purposes: Words.optional(),
    prepositions: Words.optional(),
    /** Particles that tie a value to its word in scripts without spaces. */
    particles: Words.optional(),
    /** After a number, in scripts without spaces: it counts characters or time. */
    counters: Words.optional(),
    /** A clause ends before these words. */
    joiners: Words.optional(),
    /** A clause ends before these, in scripts without spaces. */
    copulas: Words.optional(),
    /** Stuck to the end of a value, these belong to the sentence. */
    copulaEndings: Words.optional(),
    /** "user ana and the password …". */
    users: Words.optional(),
    and: Words.optional(),
    andArticles: Words.optional(),
    /** "hunter2, which is the password". */
    relatives: Words.optional(),
    /** "hunter2 as the password". */
    as: Words.optional(),
    determiners: Words.optional(),
    /** Between two values: "the old one was". */
    others: Words.optional(),
  })
  .readonly()

/** "Log in with ana / …". */
const LoginWords = z
  .strictObject({
    words: Words.optional(),
    for: Words.optional(),
    verbs: Words.optional(),
    and: Words.optional(),
  })
  .readonly()

/** A clause that names a secret and its value in any order of words. */
const ClauseWords = z
  .strictObject({
    /** After the word, these name things that concern a password and are not one ("password field"). */
    about: Words.optional(),
    verbs: Words.optional(),
    to: Words.optional(),
    /** "with the value". */
    value: Words.optional(),
  })
  .readonly()

/** "The code of the gate is 4711". */
const CodeWords = z
  .strictObject({
    /** Stems of what such a code opens or confirms. */
    places: Words.optional(),
    /** Right before "code": another kind of code. */
    otherCodes: Words.optional(),
    /** After the digits: they count something. */
    units: Words.optional(),
    /** Before four digits: they are a year. */
    yearPrepositions: Words.optional(),
  })
  .readonly()

/** Digits beside what they open. */
const DoorWords = z
  .strictObject({
    /** "Door: 4711". */
    labels: Words.optional(),
    /** "Left 38 right 12 left 71". */
    turns: Words.optional(),
  })
  .readonly()

/** "The archive is encrypted with …". */
const UnlockingWords = z
  .strictObject({
    verbs: Words.optional(),
    with: Words.optional(),
  })
  .readonly()

/** "4903 opens the side gate": no word for a code. */
const OpenerWords = z
  .strictObject({
    /** What a code does, or who gets in with it. */
    verbs: Words.optional(),
    /** The same in scripts without spaces. */
    unspaced: Words.optional(),
    /** Stems of what a password opens. */
    entry: Words.optional(),
    /** Of going in: digits that somebody does this with are a code. */
    entering: Words.optional(),
  })
  .readonly()

/** "Security question (first pet): …". */
const AnswerWords = z
  .strictObject({
    questions: Words.optional(),
    /** What such questions are about. */
    topics: Words.optional(),
    /** "I answered …". */
    said: Words.optional(),
    /** "A: …". */
    labels: Words.optional(),
  })
  .readonly()

/** "Wifi HomeNet / …". */
const NetworkWords = z.strictObject({ names: Words.optional() }).readonly()

/*
 * The lists below, but for `at`, `dot`, `numbered` and `postBoxes`, hold cues and not expressions: in lower case, a space stands for
 * any separator or none ("sort code" reads `sort_code` and `sortCode`), and "~" at either end for further letters
 * ("~konto", "passport~"). Accents make no difference.
 */

const PaymentWords = z
  .strictObject({
    cards: Words.optional(),
    securityCodes: Words.optional(),
    /** These announce a number of an account and nothing else. */
    accountNumbers: Words.optional(),
    /** These may announce other accounts too. */
    accounts: Words.optional(),
    routing: Words.optional(),
    sortCodes: Words.optional(),
    bic: Words.optional(),
    /** Before a word of `accounts`: no bank's. */
    otherAccounts: Words.optional(),
    /** These announce numbers that may look like a card's by chance: orders, parcels, parts. */
    otherNumbers: Words.optional(),
  })
  .readonly()

const PersonalWords = z
  .strictObject({
    /** "ana [at] example [dot] org". */
    at: Words.optional(),
    dot: Words.optional(),
    /** Before what looks like an address of version 4, these say that it is a version or a section. */
    numbered: Words.optional(),
    /** A box at the post, before its number. */
    postBoxes: Words.optional(),
    phones: Words.optional(),
    passports: Words.optional(),
    drivingLicences: Words.optional(),
    plates: Words.optional(),
    /** Numbers of identity, tax and insurance, whatever the country. */
    identityNumbers: Words.optional(),
    /** A postal address follows these, and nothing else. */
    addresses: Words.optional(),
    /** An address may follow these: "moved to". */
    residences: Words.optional(),
    /** Parts of the names of streets. */
    streets: Words.optional(),
    /** What a part of an address after the street begins with: "flat", "floor". */
    units: Words.optional(),
  })
  .readonly()

const DateWords = z
  .strictObject({
    /** Announce a date of birth. */
    births: Words.optional(),
  })
  .readonly()

/**
 * What redaction knows of one language. Every part may be left out; English has them all. All languages are searched
 * for at once, so a word that two languages share belongs in both files.
 */
export const Language = z
  .strictObject({
    /** ISO 639-1. */
    code: z.string(),
    /** Words that announce a secret. Plain words. */
    secrets: z.partialRecord(z.enum(SECRET_KINDS), Words).optional(),
    names: NameWords.optional(),
    values: ValueWords.optional(),
    sentences: SentenceWords.optional(),
    logins: LoginWords.optional(),
    clauses: ClauseWords.optional(),
    codes: CodeWords.optional(),
    doors: DoorWords.optional(),
    unlocking: UnlockingWords.optional(),
    networks: NetworkWords.optional(),
    openers: OpenerWords.optional(),
    answers: AnswerWords.optional(),
    payment: PaymentWords.optional(),
    personal: PersonalWords.optional(),
    dates: DateWords.optional(),
  })
  .readonly()
export type Language = z.infer<typeof Language>
