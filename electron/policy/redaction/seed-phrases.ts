import { validateMnemonic } from '@scure/bip39'
import { wordlist as czech } from '@scure/bip39/wordlists/czech.js'
import { wordlist as english } from '@scure/bip39/wordlists/english.js'
import { wordlist as french } from '@scure/bip39/wordlists/french.js'
import { wordlist as italian } from '@scure/bip39/wordlists/italian.js'
import { wordlist as japanese } from '@scure/bip39/wordlists/japanese.js'
import { wordlist as korean } from '@scure/bip39/wordlists/korean.js'
import { wordlist as portuguese } from '@scure/bip39/wordlists/portuguese.js'
import { wordlist as simplifiedChinese } from '@scure/bip39/wordlists/simplified-chinese.js'
import { wordlist as spanish } from '@scure/bip39/wordlists/spanish.js'
import { wordlist as traditionalChinese } from '@scure/bip39/wordlists/traditional-chinese.js'
import { detector, type Finding, NEAR } from './scan.ts'

// Seed phrases of wallets after BIP-39: 12 to 24 words of one list, the last of which has a checksum.

const LISTS = [
  english,
  czech,
  french,
  italian,
  japanese,
  korean,
  portuguese,
  simplifiedChinese,
  spanish,
  traditionalChinese,
]

/** Built at the first text: the lists that each word is in, as bits. */
let known: ReadonlyMap<string, number> | null = null
function listsByWord(): ReadonlyMap<string, number> {
  if (known !== null) return known
  const lists = new Map<string, number>()
  for (const [index, list] of LISTS.entries())
    for (const word of list) {
      const plain = word.normalize('NFC')
      lists.set(plain, (lists.get(plain) ?? 0) | (1 << index))
    }
  known = lists
  return lists
}

const WORD = /\p{L}[\p{L}\p{M}]{0,11}/gu
/** Has no other form, as most words in a text. */
const PLAIN = /^[a-z]+$/
/** Between two words of a phrase: spaces, commas, line ends, the numbers and signs of a list. */
const GAP = /^(?:[\s,;|/·、，"'`*-]|\\n|&nbsp;|<\/?\w{1,5}>|\[?\d{1,2}(?:[.):\]]|(?=\s))){1,24}$/
const COUNTS = [24, 21, 18, 15, 12]
const FEWEST = 12
const FEWEST_DIFFERENT = 9

interface Word {
  readonly start: number
  readonly end: number
  readonly lists: number
}

/** Lower-case words that no list has, of which every second sentence has some. */
export const IN_NO_LIST =
  /^(?:[a-z]{1,2}|[a-z]{10,}|the|and|for|from|with|has|had|was|were|are|not|but|which|her|his|she|our|their|been|und|der|die|das|den|ist|los|las|que|des|les|por|para|una|como|pas|est|dans|pour|avec|nicht|eine|mit|auf|von)$/

/** Whether so many words follow each other that may be in the lists, which take a moment to build. */
function hasWords(text: string, least: number): boolean {
  let count = 0
  for (const [word] of text.matchAll(WORD)) {
    count = IN_NO_LIST.test(word.toLowerCase()) ? 0 : count + 1
    if (count >= least) return true
  }
  return false
}

export const seedPhrases = detector(NEAR, ({ text }, found) => {
  if (known === null && !hasWords(text, FEWEST)) return
  const lists = listsByWord()
  let run: Word[] = []
  let bits = 0
  const close = (): void => {
    if (run.length >= FEWEST) report(text, run, bits, found)
    run = []
    bits = 0
  }
  for (const { index, 0: word } of text.matchAll(WORD)) {
    const here = lists.get(PLAIN.test(word) ? word : word.toLowerCase().normalize('NFC')) ?? 0
    const last = run.at(-1)
    const follows = last !== undefined && (bits & here) !== 0 && GAP.test(text.slice(last.end, index))
    if (!follows) close()
    if (here === 0 || isLetter(text, index + word.length)) {
      close()
      continue
    }
    bits = run.length === 0 ? here : bits & here
    run.push({ start: index, end: index + word.length, lists: here })
  }
  close()
})

const isLetter = (text: string, at: number): boolean => /\p{L}/u.test(text[at] ?? '')

/** Words of one list in a row: those that make a valid phrase prove it; else all of them are one by their number. */
function report(text: string, run: readonly Word[], bits: number, found: Finding[]): void {
  const first = run[0]
  const last = run.at(-1)
  if (first === undefined || last === undefined) return
  // The same word over and over is in the list, and no phrase.
  const isVaried = new Set(run.map(({ start, end }) => text.slice(start, end).toLowerCase())).size >= FEWEST_DIFFERENT
  // A word right before a phrase may be in the list by chance ("phrase: …"), and then some window may be valid by chance.
  const valid = (run.length > MAX_TRIED_WORDS ? [] : COUNTS).flatMap((count) =>
    run.flatMap((_, at) =>
      at + count <= run.length && isPhrase(text, run.slice(at, at + count), bits) ? { at, to: at + count - 1 } : [],
    ),
  )
  if (valid.length === 0 && (!isVaried || run.length > MAX_TRIED_WORDS)) return
  const start = run[Math.min(...valid.map(({ at }) => at), run.length)]?.start ?? first.start
  const end = run[Math.max(...valid.map(({ to }) => to), -1)]?.end ?? last.end
  const number = /(?:\[?\d{1,2}[.):\]][ \t]*)$/.exec(text.slice(Math.max(0, start - 8), start))?.[0].length ?? 0
  found.push({ start: start - number, end, rule: 'passphrase', certainty: valid.length === 0 ? 'usual' : 'certain' })
}

/** Longer runs are lists of something else: no more windows than these are tried. */
const MAX_TRIED_WORDS = 60

function isPhrase(text: string, words: readonly Word[], bits: number): boolean {
  const phrase = words.map(({ start, end }) => text.slice(start, end).toLowerCase().normalize('NFKD')).join(' ')
  return LISTS.some((list, index) => (bits & (1 << index)) !== 0 && validateMnemonic(phrase, list))
}
