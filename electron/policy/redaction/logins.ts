import type { Finding, Scan } from './scan.ts'
import { isReference, isScheme, looksChosen } from './values.ts'
import { builtOnce } from './vocabulary.ts'

/** What a pair of a user's name and a password is joined with. */
const JOINT = String.raw`[ \t]{0,2}(?:\/{1,2}|[:|;,→]|[-=]>)[ \t]{0,2}|[ \t]{1,2}(?:[-–—]{1,2}|\+)[ \t]{1,2}`
const OPENING = String.raw`["'\x60*]{0,2}`
const VALUE = String.raw`([^\s"'\x60,;<>]{5,64})`

const expressions = builtOnce(({ oneOf }) => {
  const bounded = oneOf(({ logins }) => logins?.words)
  const preposition = oneOf(({ logins }) => logins?.for)
  const verb = oneOf(({ logins }) => logins?.verbs)
  const and = oneOf(({ logins }) => logins?.and)
  return {
    openers: [
      // admin / hunter2
      /\b(?:root|admin|administrator|sa) \/ ([^\s"'`,;<>]{5,64})/gi,
      // ana@example.org / hunter2
      /@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}[ \t]{0,2}[/:|][ \t]{0,2}(?!\/)([^\s"'`,;<>/]{6,64})(?!\/)/gi,
    ],
    /** A name and a joint that much else has, too: only what nobody would write otherwise is a password here. */
    pairs: [
      new RegExp(
        String.raw`(?<![\w/.@-])(?:root|admin|administrator|sa|guest)(?:${JOINT}|[ \t]{1,2}${and}[ \t]{1,2})${OPENING}${VALUE}`,
        'gi',
      ),
      // orders@ / …, ana@example.org — …, pi@10.0.0.12 (…)
      new RegExp(String.raw`[\w.+-]@[\w.-]{0,100}(?:${JOINT}|[ \t]{1,2}\()${OPENING}${VALUE}`, 'gi'),
    ],
    /** rui.m // …, | rui | … | */
    anyPair: new RegExp(
      String.raw`(?<=^|[\s(:|>*])[\p{L}\d][\p{L}\d._+-]{1,40}[ \t]{1,2}(?:\/{1,2}|[|;→]|->)[ \t]{1,2}${OPENING}${VALUE}`,
      'gimu',
    ),
    /** On the text in lower case: the one test that most texts fail. */
    announced: new RegExp(bounded),
    login: new RegExp(
      String.raw`\b${bounded}` +
        String.raw`(?:[ \t]{1,2}(?:${preposition}|[\w.-]{2,20}(?=[ \t]{0,2}:))(?:[ \t]{1,2}[^\s:=,;]{1,40}){0,4}?)?` +
        String.raw`(?:[ \t]{1,2}${verb})?[ \t]{0,2}[:=]?[ \t]{1,3}["'\x60*]{0,2}([\w.@+-]{1,64}?)["'\x60*]{0,2}` +
        String.raw`(?:${JOINT}|[ \t]{0,2}${and}[ \t]{0,2}|[ \t]{0,2}\n[ \t>*-]{0,6})["'\x60*]{0,2}([^\s"'\x60,;<>]{4,64})`,
      'gi',
    ),
  }
})

/** A user's name with a password: "log in with ana / hunter2", "admin / hunter2". */
export function logins(scan: Scan, found: Finding[]): void {
  const { openers, pairs, anyPair, announced, login } = expressions(scan.vocabulary)
  const add = (match: RegExpExecArray, fits: (text: string) => boolean): void => {
    const value = match.at(-1) ?? ''
    const text = value.replace(/[.,;:)\]*]+$/, '')
    const start = match.index + match[0].lastIndexOf(value)
    if (fits(text) && !isReference(text) && !isScheme(text) && !scan.marked(start))
      found.push({ start, end: start + text.length, rule: 'password' })
  }
  const isMixed = (text: string): boolean => looksChosen(text) && /\d/.test(text) && /\D/.test(text)
  for (const pattern of openers)
    for (const match of scan.text.matchAll(pattern)) if (!isInAddress(scan, match)) add(match, isMixed)
  if (/[/|;@→>–—]|\badmin|\broot|\bguest/i.test(scan.text))
    for (const pattern of [...pairs, anyPair])
      for (const match of scan.text.matchAll(pattern))
        if (!isInAddress(scan, match) && endsHere(scan.text, match))
          add(match, pattern === anyPair ? isStrong : isUnlikely)
  if (!announced.test(scan.lower)) return
  for (const match of scan.text.matchAll(login))
    add(
      match,
      (text) =>
        looksChosen(text) &&
        /\P{L}/u.test(text) &&
        !/^\/|\w\.(?=\w*[A-Za-z])\w{2,4}$/.test(text) &&
        (!match[0].includes('\n') || isUnlikely(text)),
    )
}

/** A letter, a digit, and a sign beside them that no name, path or version has. */
const isStrong = (text: string): boolean =>
  text.length >= 7 &&
  /\d/.test(text) &&
  !/^[\w$.]+$/.test(text) &&
  /\p{L}[!$?^*]|[!$?^*+]\p{L}|\p{L}#\d*\p{L}|\d[!$]$/u.test(text) &&
  !CODE_SIGN.test(text)
const CODE_SIGN = /[()[\]{}=&%@/\\]/

/** Or digits within a word, or at the end of words that hyphens join. */
const isUnlikely = (text: string): boolean =>
  isStrong(text) ||
  (text.length >= 7 &&
    !CODE_SIGN.test(text) &&
    /^(?!v\d)\p{L}+\d+\p{L}[\p{L}\d]*$|^\p{L}+[-_.]\p{L}+[-_.]\d{1,4}$|^\p{L}+[_#]\d+\p{L}+$/u.test(text))

/** A path that names a person: "https://example.org/@ana/a-post". */
const isInAddress = ({ text }: Scan, { index }: RegExpExecArray): boolean =>
  /:\/\/[^\s"'<>]{0,200}$/.test(text.slice(Math.max(0, index - 210), index))

const endsHere = (text: string, { index, 0: whole }: RegExpExecArray): boolean =>
  /^["'`*]{0,2}[)\]]?(?:[.,;!]?(?:\s|$)|[ \t]*[|])/.test(text.slice(index + whole.length))
