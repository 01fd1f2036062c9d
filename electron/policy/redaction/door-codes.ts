import { detector, NEAR } from './scan.ts'
import { builtOnce } from './vocabulary.ts'

/** For a text in lower case: ignoring case would double the time to compile them. */
const doorExpressions = builtOnce(({ oneOf }) => {
  const opened = oneOf(({ doors }) => doors?.opened)
  const by = oneOf(({ doors }) => doors?.with)
  const article = oneOf(({ doors }) => doors?.withArticles)
  const label = oneOf(({ doors }) => doors?.labels)
  const lock = oneOf(({ doors }) => doors?.locks)
  const setting = oneOf(({ doors }) => doors?.lockSettings, [':'])
  const enter = oneOf(({ doors }) => doors?.enter)
  const on = oneOf(({ doors }) => doors?.enterPrepositions)
  const entered = oneOf(({ doors }) => doors?.entered)
  const is = oneOf(({ doors }) => doors?.is)
  const your = oneOf(({ doors }) => doors?.your)
  const sentCode = oneOf(({ doors }) => doors?.sentCodes)
  const turn = oneOf(({ doors }) => doors?.turns)
  const listKind = oneOf(({ doors }) => doors?.listKinds)
  const listNoun = oneOf(({ doors }) => doors?.listNouns)
  return {
    digits: [
      // "the alarm is disarmed with 8124"
      new RegExp(
        String.raw`\b${opened}\b[^.!?;\n\d]{0,30}?[ \t]${by}[ \t]{1,2}(?:${article}[ \t]{1,2}){0,2}["'\x60]?(\d(?:[ -]?\d){3,7})(?![\w.,/:-]*\d)`,
        'gu',
      ),
      // "gate: 4711", "lock set to 471"
      new RegExp(
        String.raw`\b${label}[ \t]{0,2}:[ \t]{1,3}(\d{4,6}[#*]?)(?![\w.,/:-]*\d)` +
          String.raw`|\b${lock}\b[^.!?;\n={}()]{0,40}?${setting}[ \t]{1,3}(\d{3,6}|\d{1,2}(?:-\d{1,2}){2,3})(?![\w.,/:-]*\d)(?![ \t]?(?:px|m|km|kg|%|am|pm)\b)`,
        'gu',
      ),
      // "enter 4711 on the keypad"
      new RegExp(
        String.raw`\b${enter}[ \t]{1,2}["'\x60]?(\d(?:[ -]?\d){3,7})["'\x60]?[ \t]{1,2}${on}\b[^.!?;\n]{0,40}?${entered}`,
        'gu',
      ),
      // "471123 is your verification code"
      new RegExp(String.raw`(?:\bg-|\b(?=\d))(\d{4,8})[ \t]${is}[ \t]${your}\b[^.!?\n]{0,40}?\b${sentCode}\b`, 'gu'),
    ],
    turns: new RegExp(
      String.raw`(?:(?<!\p{L})${turn}[ \t,:]{1,3}\d{1,2}(?![\d.:%°])[ \t,;>-]{1,4}(?:then[ \t])?){2,5}(?<!\p{L})${turn}[ \t,:]{1,3}\d{1,2}(?![\d.:%°])`,
      'gu',
    ),
    list: new RegExp(
      String.raw`\b${listKind}[ -]?${listNoun}?[ \t]{0,2}[:=][ \t]{0,3}((?:[a-z0-9]{3,10}(?:[ -][a-z0-9]{3,10}){0,3}(?:,[ \t]{0,2}|[ \t]{0,2}$)){1,16})`,
      'gmu',
    ),
  }
})

/** Digits beside what they open, and lists of backup codes. */
export const doors = detector(NEAR, (scan, found) => {
  if (!/\d{2}/.test(scan.text)) return
  const { digits, turns, list } = doorExpressions(scan.vocabulary)
  for (const pattern of digits) {
    for (const match of scan.lower.matchAll(pattern)) {
      const text = match[1] ?? match[2] ?? ''
      const start = match.index + match[0].lastIndexOf(text)
      if (!scan.marked(start)) found.push({ start, end: start + text.length, rule: 'pin' })
    }
  }
  for (const { index, 0: combination } of scan.lower.matchAll(turns))
    for (const number of combination.matchAll(/\d{1,2}/g))
      if (!scan.marked(index + number.index))
        found.push({ start: index + number.index, end: index + number.index + number[0].length, rule: 'pin' })
  for (const match of scan.lower.matchAll(list)) {
    const codes = match[1] ?? ''
    const from = match.index + match[0].length - codes.length
    for (const code of codes.matchAll(/[a-z0-9]{3,10}(?:[ -][a-z0-9]{3,10}){0,3}/g))
      if (/\d/.test(code[0]) && code[0].length >= 6 && !scan.marked(from + code.index))
        found.push({ start: from + code.index, end: from + code.index + code[0].length, rule: 'pin' })
  }
})
