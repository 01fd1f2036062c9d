import { type Fact, toFacts } from './facts.ts'
import { contentWords } from './words.ts'

/** What a message asks for, as the demo model understands it. */
export type Intent =
  | { readonly kind: 'remember'; readonly facts: readonly Fact[]; readonly isCorrection: boolean }
  | { readonly kind: 'replace'; readonly old: string; readonly new: string }
  | { readonly kind: 'forget'; readonly about: string }
  | { readonly kind: 'forget-topic'; readonly about: string }
  | { readonly kind: 'forget-file'; readonly name: string }
  | { readonly kind: 'forget-everything' }
  | { readonly kind: 'rename'; readonly from: string; readonly to: string }
  | { readonly kind: 'list' }
  | { readonly kind: 'tidy' }
  | { readonly kind: 'ask'; readonly about: string }
  | { readonly kind: 'talk' }

type Rule = (text: string) => Intent | null

/** Longer messages are cut: the rules are made for sentences. */
const MAX_MESSAGE_CHARACTERS = 4000

/** The first matching rule applies. */
const RULES: readonly Rule[] = [rename, forget, list, tidyUp, correct, remember, ask, stateFact]

export function intentOf(message: string): Intent {
  const text = withoutManners(message.slice(0, MAX_MESSAGE_CHARACTERS))
  for (const rule of RULES) {
    const intent = rule(text)
    if (intent !== null) return intent
  }
  return { kind: 'talk' }
}

function withoutManners(message: string): string {
  return message
    .trim()
    .replace(/^(?:(?:hi|hello|hey|ok|okay|so|well|and|please|also)\b[\s,!.]*)+(?=\S)/i, '')
    .replace(
      /^(?:can|could|would|will)\s+you\s+(?:please\s+)?(?=(?:remember|forget|delete|remove|rename|move|list|show|tell|note|correct|change|update|tidy|clean|keep|save|write)\b)/i,
      '',
    )
    .replace(/^(?:i want you to|i['’]d like you to|i would like you to)\s+/i, '')
    .replace(/^please\s+/i, '')
    .replace(/[\s,]*\b(?:please|thanks|thank you)[\s.!]*(\?)?$/i, '$1')
    .trim()
}

function rename(text: string): Intent | null {
  const [, from, to] =
    /^(?:rename|move)\s+(?:the\s+)?(?:(?:file|folder|directory|note)\s+)?(.+?)\s+(?:to|into|as)\s+(.+?)[.!?]*$/is.exec(
      text,
    ) ?? []
  return from === undefined || to === undefined ? null : { kind: 'rename', from: unquote(from), to: unquote(to) }
}

const FORGET = String.raw`(?:forget|delete|remove|erase|drop)`

function forget(text: string): Intent | null {
  if (/^don['’]?t forget\b/i.test(text)) return null
  if (
    new RegExp(
      String.raw`^(?:${FORGET}\s+(?:everything|it all|all of it|all(?: files| memories)?|(?:all )?your (?:whole )?memor(?:y|ies))|clear (?:your|the) memory)[.!?]*$`,
      'i',
    ).test(text)
  )
    return { kind: 'forget-everything' }
  const topic = new RegExp(
    String.raw`^${FORGET}\s+(?:everything|all|anything)\s+(?:(?:that\s+)?you\s+(?:know|remember|have)\s+)?(?:about|on)\s+(.+?)[.!?]*$`,
    'is',
  ).exec(text)?.[1]
  if (topic !== undefined) return { kind: 'forget-topic', about: unquote(topic) }
  const file =
    new RegExp(String.raw`^${FORGET}\s+(?:the\s+)?(?:file|folder|directory)\s+(.+?)[.!?]*$`, 'is').exec(text)?.[1] ??
    new RegExp(String.raw`^${FORGET}\s+((?:/memories/)?[^\s?]+(?:\.\w{1,5}|/[^\s?]*))[.!?]*$`, 'i').exec(text)?.[1]
  if (file !== undefined) return { kind: 'forget-file', name: unquote(file) }
  const about = new RegExp(
    String.raw`^${FORGET}\s+(?:about\s+|what i (?:said|told you) about\s+|the (?:note|fact|line) (?:about|that)\s+|that\s+)?(.+?)(?:\s+from\s+(?:your\s+|the\s+)?memory)?[.!?]*$`,
    'is',
  ).exec(text)?.[1]
  return about === undefined ? null : { kind: 'forget', about: unquote(about) }
}

function list(text: string): Intent | null {
  const isList =
    /^(?:list|(?:list|show)(?: me)?(?: all| everything)?(?: (?:of )?(?:your|my|the))?(?: memory| memories| files| notes| you (?:know|remember))*)[.!?]*$/i.test(
      text,
    ) ||
    /^what(?: all)? (?:do|can) you (?:remember|know|recall)[.!?]*$/i.test(text) ||
    /^what(?:['’]s| is) in (?:your|the) memory[.!?]*$/i.test(text) ||
    /^what (?:have you (?:remembered|saved|stored|learned|learnt|written down)|files (?:do you have|are there))\b[^?]*[.!?]*$/i.test(
      text,
    )
  return isList ? { kind: 'list' } : null
}

function tidyUp(text: string): Intent | null {
  return /^(?:tidy|clean|organi[sz]e)(?: up)?(?: (?:your|the|my))?(?: (?:memory|memories|files|notes))?(?: up)?[.!]*$/i.test(
    text,
  )
    ? { kind: 'tidy' }
    : null
}

function correct(text: string): Intent | null {
  const [, what, value] =
    /^(?:correct|change|update|set|replace|fix)\s+(?:that\s+)?(.+?)\s+(?:to|with|by)\s+(.+?)[.!]*$/is.exec(text) ?? []
  if (what !== undefined && value !== undefined) {
    const isThing = /^my\s|['’]s\s/i.test(what)
    return isThing
      ? { kind: 'remember', facts: toFacts(`${what} is ${value}`), isCorrection: true }
      : { kind: 'replace', old: unquote(what), new: unquote(value) }
  }
  const statement =
    /^(?:actually|correct(?:ion)?|(?:no|sorry|oops|wait|nope)\b(?:[,.!:\s]+(?:actually|sorry|no|wait))*|i meant(?: that)?|that(?:['’]s| is) (?:wrong|not right|not true))[,.:;!\s]+(?:that\s+)?(.+)$/is.exec(
      text,
    )?.[1]
  if (statement === undefined || statement.trim().endsWith('?')) return null
  return { kind: 'remember', facts: toFacts(statement), isCorrection: true }
}

function remember(text: string): Intent | null {
  const statement =
    /^(?:remember|don['’]?t forget|note|keep in mind|bear in mind|make a note(?: of)?|take a note|write down|jot down|save|store|memori[sz]e|add)\b(?:\s+(?:that|this|down|to (?:your )?memory))*[:,]?\s+(.+)$/is.exec(
      text,
    )?.[1]
  const isQuestion = text.endsWith('?') && !/^remember (?:that|to)\b/i.test(text)
  if (statement === undefined || isQuestion) return null
  const facts = toFacts(statement)
  return facts.length === 0 ? null : { kind: 'remember', facts, isCorrection: false }
}

function ask(text: string): Intent | null {
  const about =
    /^(?:what (?:do|can) you (?:know|remember|recall|tell me) (?:about|of)|(?:tell|remind) me (?:what you know )?about|do you (?:know|remember)(?: anything about)?|show me)\s+(.+?)[.!?]*$/is.exec(
      text,
    )?.[1]
  if (about !== undefined) return { kind: 'ask', about: unquote(about) }
  const isQuestion =
    text.endsWith('?') || /^(?:what|who|where|when|which|whose|how|did|does|do|is|are|am)\b/i.test(text)
  if (!isQuestion) return null
  return contentWords(text).length > 0 || /\b(?:i|me)\b/i.test(text)
    ? { kind: 'ask', about: text.replace(/[.!?]+$/, '') }
    : null
}

function stateFact(text: string): Intent | null {
  const isFact =
    /^my\s+.+?\s+(?:is|are)\s+\S/is.test(text) ||
    /^(?:i (?:live|work|prefer|was born|speak|study|am (?:allergic|vegetarian|vegan|called|a|an|from))|i['’]m (?:allergic|vegetarian|vegan|called|from|an?)|call me)\s*\b/i.test(
      text,
    ) ||
    /^\p{Lu}[\p{L}-]+['’]s\s+.+?\s+is\s+\S/su.test(text)
  const facts = isFact ? toFacts(text) : []
  return facts.length === 0 ? null : { kind: 'remember', facts, isCorrection: false }
}

function unquote(text: string): string {
  return text
    .trim()
    .replace(/^["'“‘`«](.+)["'”’`»]$/s, '$1')
    .trim()
}
