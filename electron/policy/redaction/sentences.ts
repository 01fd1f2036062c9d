import { after, asFinding, readCode, ruleOf, words } from './assignments.ts'
import { clauses } from './clauses.ts'
import { isSecretValue } from './judge-value.ts'
import { readValue, type Value } from './read-value.ts'
import type { Detect, Finding, Scan } from './scan.ts'
import { secretHits, type SecretHit } from './secret-hits.ts'
import { isReference, isScheme, looksChosen } from './values.ts'

/** What a secret is for ("for the router", "vom WLAN", "I use at work"): up to seven words within the clause. */
const FOR_WHAT =
  /(?:["'`*_)]{0,3}[ \t]{1,3}(?:\([^()\n]{1,60}\)|(?:wi-?fi|wlan|router|e-?mail|mail|correo|admin|root|db|database|server|servidor|serveur|vpn|laptop|pc|account|konto|bank|google|apple|netflix)|(?:for|of|to|in|on|at|from|with|I|we|you|that|by|für|fürs|vom|von|zum|zur|des|der|im|para|del|de|do|da|dos|das|al|pour|du|per|il|della|dello|till|till|för|voor|van|til|для|от|к|na|do|od|pro)(?:[ \t]{1,3}[^\s.,;:!?=]{1,40}){0,6}?))?/
    .source
const VERB =
  /(?:(?:has been|was|is|were|are|got)?[ ]?(?:now )?(?:changed|set|reset|updated|switched) to|will be|to be|is now|is|was|are|were|equals|reads|becomes|to|now|ist jetzt|ist|lautet|heißt|heisst|war|wurde auf|auf|es ahora|es|c'est|era|será|son|est maintenant|est|était|è|é|a été changé en|är|er|jest|to|brzmi|je|on|is nu|este|là|adalah|είναι|هي|هو|היא|הוא|это|теперь)/
    .source
const SAID = new RegExp(
  `${FOR_WHAT}["'\`*_)]{0,3}[ \\t]{1,3}${VERB}(?:[ \\t]{1,3}(?:now|still|currently|simply|just|always|probably|called|jetzt|immer|ahora|ancora|still|also|either))?[ \\t]{0,2}:?[ \\t]{1,3}`,
  'yi',
)
const SET_FOR = new RegExp(
  `${FOR_WHAT.slice(0, -1)}["'\`*_)]{0,3}[ \\t]{0,3}(?:[:=]|->|\u2192|[-\u2013]{1,2}[ \\t])[ \\t]{0,6}`,
  'yi',
)
const DASHED = /["'`*_)]{0,3}[ \t]{1,3}[-\u2013\u2014]{1,2}[ \t]{1,4}/y
const UNSPACED = /[ \t]{0,2}(?:是|为|為|叫|は|が|는|은|이|가|:|：|—)[ \t]{0,3}[「『"'“]?/y
/** "must have 8 characters", where no space parts the words. */
const COUNTED = /^\d{1,3} ?(?:文字|位|字|个|桁|자|자리|글자|회|回|次|분|分|시간|日|天|일)/
const UNSPACED_WORD = /[\u0400-\uffff]/
const NEAR = /[ \t]{1,3}/y

/** What sentences say: "the password for the router is …", "PIN 4711", "… is my password", "log in with x / y". */
export const sentences: Detect = (scan, found) => {
  for (const hit of secretHits(scan)) {
    const finding = said(scan, hit) ?? near(scan, hit) ?? before(scan, hit)
    if (finding !== null) found.push(finding)
  }
  logins(scan, found)
  clauses(scan, found)
}

function said(scan: Scan, hit: SecretHit): Finding | null {
  for (const [pattern, tie] of [
    [SAID, 'said'],
    [SET_FOR, 'set'],
    [DASHED, 'near'],
    [UNSPACED, 'set'],
  ] as const) {
    if (pattern === UNSPACED && !UNSPACED_WORD.test(hit.word)) continue
    const from = after(pattern, scan.text, hit.end)
    if (from === null || (pattern === UNSPACED && COUNTED.test(scan.text.slice(from, from + 16)))) continue
    const value = valueFor(scan, hit, from)
    if (value !== null && isSecretValue(hit, value, tie)) return asFinding(hit, value)
  }
  return null
}

function valueFor(scan: Scan, hit: SecretHit, from: number): Value | null {
  return (
    (hit.kind === 'passphrase' ? words(scan, from) : hit.kind === 'pin' ? readCode(scan, from) : null) ??
    readValue(scan, from)
  )
}

/** Right after the word: "and password hunter2", "PIN 4711", "API key 3f…". */
function near(scan: Scan, hit: SecretHit): Finding | null {
  const from = after(NEAR, scan.text, hit.end)
  const value = from === null ? null : readValue(scan, from)
  if (value === null) return null
  if (isSecretValue(hit, value, 'near')) return asFinding(hit, value)
  const withUser =
    /(?:user(?:name)?|login|account|benutzer|usuario|utilisateur|utente|als|as|e-?mail)[ \t:=]{1,3}\S{1,60}[ \t]{0,2}(?:and|with|und|mit|y|con|et|avec|e|,|\/)(?:[ \t]{1,2}(?:the|the same|my|das|dem|la|le))?[ \t]{1,2}$/i
  if (
    hit.kind === 'password' &&
    withUser.test(scan.text.slice(Math.max(0, hit.start - 120), hit.start)) &&
    isSecretValue(hit, value, 'said')
  )
    return asFinding(hit, value)
  return null
}

const VALUE_BEFORE =
  /(?:^|[\s("'`«])([^\s"'`()«»]{4,64})["'`»)]?(?:[ \t]{1,2}\(|,?[ \t]{1,2}(?:[-\u2013\u2014][ \t]{1,2})?(?:that's|that is|which is|this is)|[ \t]{1,2}(?:as|is|als|ist|como|es|comme|est|come|è|é))[ \t]{0,2}(?:(?:the|my|our|your|a|an|his|her|their|its|das|mein|unser|la|el|mi|le|mon|il|mia|o|a|minha)[ \t]{1,2})?(?:[\w'\u2019-]{1,20}[ \t]{1,2}){0,2}$/i

const LINKED = /[ \t]\(|[ \t](?:that's|as|is|als|ist|como|es|comme|est|come|è|é)[ \t]/i

/** Without any of these no value stands there that would be taken. */
const UNUSUAL = /[\d"'`«!@#$%^&*+=?~<>{}\\|]|\p{Ll}\p{Lu}/u

/** Before the word: "use hunter2 as the password". */
function before(scan: Scan, hit: SecretHit): Finding | null {
  const from = Math.max(0, hit.start - 130)
  const line = scan.text.slice(from, hit.start)
  if (!UNUSUAL.test(line) || !LINKED.test(line)) return null
  const match = VALUE_BEFORE.exec(line.slice(line.lastIndexOf('\n') + 1))
  const text = match?.[1] ?? ''
  if (match === null || isReference(text) || isScheme(text)) return null
  const at = scan.text.lastIndexOf(text, hit.start)
  const quoted =
    /["'`«]/.test(scan.text[at - 1] ?? '') &&
    !/^["'`»)]?[ \t]{1,2}\(/.test(scan.text.slice(at + text.length, at + text.length + 5))
  const value: Value = { text, start: at, end: at + text.length, quoted, endsClause: true, next: '' }
  if (scan.marked(at)) return null
  if (hit.kind === 'pin' || hit.kind === 'weak') return isSecretValue(hit, value, 'near') ? asFinding(hit, value) : null
  return (looksChosen(text) || quoted) && isSecretValue(hit, value, 'near') ? asFinding(hit, value) : null
}

const OPENERS = [
  /\b(?:unlocks?|opens?|unlocked) (?:with|using) ["'`]([^\s"'`]{4,64})["'`]/gi,
  /\b(?:root|admin|administrator|sa) \/ ([^\s"'`,;<>]{5,64})/gi,
  /@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}[ \t]{0,2}[/:|][ \t]{0,2}(?!\/)([^\s"'`,;<>/]{6,64})(?!\/)/gi,
]
const LOGIN =
  /(?:\b(?:credentials?|creds|logins?|log(?:ged)? in|sign in|zugangsdaten|anmeldung|einloggen mit|credenciales|acceso|identifiants|credenziali|user(?:name)?[ ]?[/:+&][ ]?pass(?:word)?)|ログイン|로그인|登录|账号|логин|доступ|вход)(?:[ \t]{1,2}(?:for|to|on|at|of|für|de|para|pour|[\w.-]{2,20}(?=[ \t]{0,2}:))(?:[ \t]{1,2}[^\s:=,;]{1,40}){0,4}?)?(?:[ \t]{1,2}(?:are|is|with|as|using|via|mit|con|avec|son|sind|lauten))?[ \t]{0,2}[:=]?[ \t]{1,3}["'`*]{0,2}([\w.@+-]{1,64}?)["'`*]{0,2}[ \t]{0,2}(?:[/:|,]|and|und|with)[ \t]{0,2}(?:password[ \t]{1,2})?["'`*]{0,2}([^\s"'`,;<>]{4,64})/gi

function logins(scan: Scan, found: Finding[]): void {
  for (const pattern of OPENERS) {
    for (const match of scan.text.matchAll(pattern)) {
      const text = (match[1] ?? '').replace(/[.,;:)\]]+$/, '')
      const start = match.index + match[0].lastIndexOf(match[1] ?? '')
      if (looksChosen(text) && /\d/.test(text) && !isReference(text) && !scan.marked(start))
        found.push({ start, end: start + text.length, rule: 'password' })
    }
  }
  if (
    !/cred|log|sign|zugang|anmeld|acceso|identif|user|einlog|ログイン|로그인|登录|账号|логин|доступ|вход/.test(
      scan.lower,
    )
  )
    return
  for (const match of scan.text.matchAll(LOGIN)) {
    const text = (match[2] ?? '').replace(/[.,;:)\]]+$/, '')
    const start = match.index + match[0].length - (match[2] ?? '').length
    if (
      !looksChosen(text) ||
      !/\P{L}/u.test(text) ||
      isReference(text) ||
      isScheme(text) ||
      scan.marked(start) ||
      /^\/|\w\.\w{2,4}$/.test(text)
    )
      continue
    found.push({ start, end: start + text.length, rule: ruleOf({ kind: 'password', word: '', start, end: start }) })
  }
}
