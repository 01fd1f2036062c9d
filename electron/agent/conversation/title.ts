import type { LineOf } from './lines.ts'
const WORDS = 8
const MAX_CHARACTERS = 60
/** Longer ones are no words: keys, hashes, paths. */
const MAX_WORD_CHARACTERS = 32

/** Where a title must not go on: marks of redaction, links, addresses, paths, code. */
const BREAKS = /\[[^\]\n]*\]|•+|`[^`]*`|\S*[@/\\_=]\S*/gu
const BREAK = '\n'
/** How people begin a request, before what it is about. */
const OPENERS =
  /^(?:(?:hi|hello|hey|ok|okay|so|well|also|please|thanks|remember|note|bitte|hallo|merke? dir|hola|recuerda|bonjour|souviens-toi)(?:,? (?:that|dass|que))?[\s,]+|(?:can|could|would|will) you (?:please )?|i(?:’|'| woul)d like (?:you )?to |(?:i want|i need) (?:you )?to |(?:请|帮我|请帮我)?(?:记住|记得|记一下)[，,：:]?)+/iu
const ENDING =
  /(?:^|[\s,])(?:a|an|the|is|are|was|and|or|of|to|in|into|on|at|for|with|about|that|my|your|by|from|it|ist|und|der|die|das|ein|eine|mit|für|von|zu|über|de|du|des|la|el|le|les|los|las|y|et|con|para|por|pour|avec|sur)$/iu

/**
 * Eight words or fewer of a message, without numbers: what it asks for or says first, with an ellipsis where that goes on. Empty for one without words; the
 * page says in its language what has no title.
 * @param message without what the policies redact
 */
export function titleFrom(message: string): string {
  const sentences = message
    .replaceAll(BREAKS, BREAK)
    .replaceAll(/[#*>~|]+/g, ' ')
    .split(/[.!?。！？…;:\n]+(?=\s|$|[^\d\s])/u)
    .map((sentence) => sentence.replaceAll(/\s+/g, ' ').trim())
  for (const sentence of sentences) {
    const title = firstWords(sentence.replace(OPENERS, '')) || firstWords(sentence)
    if (title !== '') return title
  }
  return ''
}

const CLAUSE_END = /^[,，、]/
/** Made for the first title: it loads the system's rules for words. */
let segmenter: Intl.Segmenter | undefined

function firstWords(sentence: string): string {
  let [title, words, goesOn] = ['', 0, false]
  segmenter ??= new Intl.Segmenter('en', { granularity: 'word' })
  for (const { segment, isWordLike = false } of segmenter.segment(sentence)) {
    if (/\p{N}/u.test(segment) || segment.length > MAX_WORD_CHARACTERS) {
      if (words > 0) break
      title = ''
      continue
    }
    if (words > 1 && CLAUSE_END.test(segment)) break
    goesOn = isWordLike && (words === WORDS || title.length + segment.length > MAX_CHARACTERS)
    if (goesOn) break
    title += segment
    if (isWordLike) words += 1
  }
  if (words === 0) return ''
  return `${capitalised(withoutEnding(trimmed(title)))}${goesOn ? '…' : ''}`
}

/** Without punctuation at either end. */
const trimmed = (title: string): string => title.replace(/^[^\p{L}\p{M}]+|[^\p{L}\p{M}]+$/gu, '')

/** Without words that nothing follows. */
function withoutEnding(title: string): string {
  const shorter = trimmed(title.replace(ENDING, ''))
  return shorter === title || shorter === '' ? title : withoutEnding(shorter)
}

const capitalised = (title: string): string => {
  const [first = ''] = title
  return first.toLocaleUpperCase() + title.slice(first.length)
}

/** How a message begins that the app wrote: a session of a job is told from others by its number. */
export function beginningOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= MAX_CHARACTERS) return line
  const cut = line.slice(0, MAX_CHARACTERS + 1).lastIndexOf(' ')
  const end = cut > MAX_CHARACTERS / 2 ? cut : MAX_CHARACTERS
  return `${line
    .slice(0, end)
    .toWellFormed()
    .replace(/\ufffd$/, '')
    .trimEnd()}…`
}

const MAX_TITLE_CHARACTERS = 200

/** The line that gives a conversation its title. */
export function renamedTo(typed: string): LineOf<'conversation.renamed'> {
  const title = typed.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE_CHARACTERS)
  return { type: 'conversation.renamed', title, time: new Date().toISOString() }
}
