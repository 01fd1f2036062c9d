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
export type Words = string

/**
 * What redaction knows of one language. Every part may be left out; English has them all. All languages are searched
 * for at once, so a word that two languages share belongs in both files.
 */
export interface Language {
  /** ISO 639-1. */
  readonly code: string
  /** Words that announce a secret. Plain words. */
  readonly secrets?: { readonly [kind in SecretKind]?: Words }
  readonly names?: NameWords
  readonly values?: ValueWords
  readonly sentences?: SentenceWords
  readonly logins?: LoginWords
  readonly clauses?: ClauseWords
  readonly codes?: CodeWords
  readonly doors?: DoorWords
  readonly unlocking?: UnlockingWords
  readonly networks?: NetworkWords
  readonly openers?: OpenerWords
  readonly answers?: AnswerWords
  readonly payment?: PaymentWords
  readonly personal?: PersonalWords
  readonly dates?: DateWords
}

/** How the words of `secrets` occur within names (`DB_PASSWORD_PROD`). Plain words. */
interface NameWords {
  /** These announce a secret also with letters right before them (`dbpassword`, `WLANPasswort`). */
  readonly compounded?: Words
  /** These take an ending of up to four letters ("passordet", "salasanani", "şifrem"). */
  readonly inflected?: Words
  /** These are also verbs or abbreviations of other things: their value must look chosen. */
  readonly ambiguous?: Words
  /** These also name a thing that is no secret: a value with the form of an identifier only names it. */
  readonly identifying?: Words
  /** As the end of a setting's name (`SESSION_SECRET`), these of kind `weak` also announce what a person chose. */
  readonly settings?: Words
  /** Before the word in one name, these turn it into something else (`forgotPassword`). */
  readonly otherBefore?: Words
  /** Before the word in a setting's name, these say that the setting is about something else (`existingSecret`, `s3_key`). */
  readonly otherSettings?: Words
  /** After the word in one name, these leave its meaning as it is (`passwordValue`). */
  readonly sameAfter?: Words
}

/** What is, or is not, a value. */
interface ValueWords {
  /** Words where a value is expected that are not one: states, instructions, articles. Plain words. */
  readonly ordinary?: Words
  /** Endings of ordinary words. */
  readonly endings?: Words
  /** A quoted phrase with one of these is a sentence. */
  readonly functionWords?: Words
  /** A bare phrase with one of these is not a passphrase. */
  readonly sentenceWords?: Words
  /** A quoted phrase of plain words with one of these is not a password. Plain words. */
  readonly remarks?: Words
  /** Words of kind `weak` that end like this may also have a quoted value that was chosen. */
  readonly chosenAfter?: Words
}

/** "The password for the router is now …", "… is my password". */
interface SentenceWords {
  readonly verbs?: Words
  /** Between the verb and the value. */
  readonly adverbs?: Words
  /** What a secret is for, right after it: "password router". */
  readonly purposes?: Words
  readonly prepositions?: Words
  /** Particles that tie a value to its word in scripts without spaces. */
  readonly particles?: Words
  /** After a number, in scripts without spaces: it counts characters or time. */
  readonly counters?: Words
  /** A clause ends before these words. */
  readonly joiners?: Words
  /** A clause ends before these, in scripts without spaces. */
  readonly copulas?: Words
  /** Stuck to the end of a value, these belong to the sentence. */
  readonly copulaEndings?: Words
  /** "user ana and the password …". */
  readonly users?: Words
  readonly and?: Words
  readonly andArticles?: Words
  /** "hunter2, which is the password". */
  readonly relatives?: Words
  /** "hunter2 as the password". */
  readonly as?: Words
  readonly determiners?: Words
  /** Between two values: "the old one was". */
  readonly others?: Words
}

/** "Log in with ana / …". */
interface LoginWords {
  /** Words with a boundary before them. */
  readonly words?: Words
  /** Words of scripts that have no boundary in regular expressions. */
  readonly unbounded?: Words
  readonly for?: Words
  readonly verbs?: Words
  readonly and?: Words
  readonly password?: Words
  /** "opens with '…'". */
  readonly opens?: Words
  readonly with?: Words
}

/** A clause that names a secret and its value in any order of words. */
interface ClauseWords {
  /** After the word, these name things that concern a password and are not one ("password field"). */
  readonly about?: Words
  readonly verbs?: Words
  readonly to?: Words
  /** "with the value". */
  readonly value?: Words
}

/** "The code of the gate is 4711". */
interface CodeWords {
  /** Stems of what such a code opens or confirms. */
  readonly places?: Words
  /** Right before "code": another kind of code. */
  readonly otherCodes?: Words
  /** After the digits: they count something. */
  readonly units?: Words
  /** Before four digits: they are a year. */
  readonly yearPrepositions?: Words
}

/** Digits beside what they open: "enter 4711 on the keypad". */
interface DoorWords {
  readonly opened?: Words
  readonly with?: Words
  readonly withArticles?: Words
  /** "Door: 4711". */
  readonly labels?: Words
  /** "lock … set to 471". */
  readonly locks?: Words
  readonly lockSettings?: Words
  /** "Left 38 right 12 left 71". */
  readonly turns?: Words
  readonly enter?: Words
  readonly enterPrepositions?: Words
  readonly entered?: Words
  /** "471123 is your code". */
  readonly is?: Words
  readonly your?: Words
  readonly sentCodes?: Words
  /** "Backup codes: …". */
  readonly listKinds?: Words
  readonly listNouns?: Words
}

/** "The archive is encrypted with …". */
interface UnlockingWords {
  readonly verbs?: Words
  readonly with?: Words
  /** Stems of the verbs that protect rather than open. */
  readonly protecting?: Words
}

/** "4903 opens the side gate": no word for a code. */
interface OpenerWords {
  /** What a code does, or who gets in with it. */
  readonly verbs?: Words
  /** The same in scripts without spaces. */
  readonly unspaced?: Words
  /** Stems of what a password opens. */
  readonly entry?: Words
  /** Of going in: digits that somebody does this with are a code. */
  readonly entering?: Words
}

/** "Security question (first pet): …". */
interface AnswerWords {
  readonly questions?: Words
  /** What such questions are about. */
  readonly topics?: Words
  /** "I answered …". */
  readonly said?: Words
  /** "A: …". */
  readonly labels?: Words
}

/** "Wifi HomeNet, key …". */
interface NetworkWords {
  readonly names?: Words
  readonly keys?: Words
  readonly verbs?: Words
}

/*
 * The lists below, but for `at`, `dot`, `numbered` and `postBoxes`, hold cues and not expressions: in lower case, a space stands for
 * any separator or none ("sort code" reads `sort_code` and `sortCode`), and "~" at either end for further letters
 * ("~konto", "passport~"). Accents make no difference.
 */

interface PaymentWords {
  readonly cards?: Words
  readonly securityCodes?: Words
  /** These announce a number of an account and nothing else. */
  readonly accountNumbers?: Words
  /** These may announce other accounts too. */
  readonly accounts?: Words
  readonly routing?: Words
  readonly sortCodes?: Words
  readonly bic?: Words
  /** Before a word of `accounts`: no bank's. */
  readonly otherAccounts?: Words
  /** These announce numbers that may look like a card's by chance: orders, parcels, parts. */
  readonly otherNumbers?: Words
}

interface PersonalWords {
  /** "ana [at] example [dot] org". */
  readonly at?: Words
  readonly dot?: Words
  /** Before what looks like an address of version 4, these say that it is a version or a section. */
  readonly numbered?: Words
  /** A box at the post, before its number. */
  readonly postBoxes?: Words
  readonly phones?: Words
  readonly passports?: Words
  readonly drivingLicences?: Words
  readonly plates?: Words
  /** Numbers of identity, tax and insurance, whatever the country. */
  readonly identityNumbers?: Words
  /** A postal address follows these, and nothing else. */
  readonly addresses?: Words
  /** An address may follow these: "moved to". */
  readonly residences?: Words
  /** Parts of the names of streets. */
  readonly streets?: Words
  /** What a part of an address after the street begins with: "flat", "floor". */
  readonly units?: Words
}

interface DateWords {
  /** Announce a date of birth. */
  readonly births?: Words
}
