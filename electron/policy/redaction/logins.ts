import type { Finding, Scan } from './scan.ts'
import { isReference, isScheme, looksChosen } from './values.ts'
import { builtOnce } from './vocabulary.ts'

const expressions = builtOnce(({ oneOf }) => {
  const bounded = oneOf(({ logins }) => logins?.words)
  const unbounded = oneOf(({ logins }) => logins?.unbounded)
  const preposition = oneOf(({ logins }) => logins?.for)
  const verb = oneOf(({ logins }) => logins?.verbs)
  const and = oneOf(({ logins }) => logins?.and)
  const password = oneOf(({ logins }) => logins?.password)
  const opens = oneOf(({ logins }) => logins?.opens)
  const by = oneOf(({ logins }) => logins?.with)
  return {
    openers: [
      new RegExp(String.raw`\b${opens} ${by} ["'\x60]([^\s"'\x60]{4,64})["'\x60]`, 'gi'),
      /\b(?:root|admin|administrator|sa) \/ ([^\s"'`,;<>]{5,64})/gi,
      /@[\w-]{1,63}(?:\.[\w-]{2,63}){1,4}[ \t]{0,2}[/:|][ \t]{0,2}(?!\/)([^\s"'`,;<>/]{6,64})(?!\/)/gi,
    ],
    /** On the text in lower case: the one test that most texts fail. */
    announced: new RegExp(`${bounded}|${unbounded}`),
    login: new RegExp(
      String.raw`(?:\b${bounded}|${unbounded})` +
        String.raw`(?:[ \t]{1,2}(?:${preposition}|[\w.-]{2,20}(?=[ \t]{0,2}:))(?:[ \t]{1,2}[^\s:=,;]{1,40}){0,4}?)?` +
        String.raw`(?:[ \t]{1,2}${verb})?[ \t]{0,2}[:=]?[ \t]{1,3}["'\x60*]{0,2}([\w.@+-]{1,64}?)["'\x60*]{0,2}` +
        String.raw`[ \t]{0,2}(?:[/:|,]|${and})[ \t]{0,2}(?:${password}[ \t]{1,2})?["'\x60*]{0,2}([^\s"'\x60,;<>]{4,64})`,
      'gi',
    ),
  }
})

/** A user's name with a password: "log in with ana / hunter2", "admin / hunter2", "opens with 'hunter2'". */
export function logins(scan: Scan, found: Finding[]): void {
  const { openers, announced, login } = expressions(scan.vocabulary)
  for (const pattern of openers) {
    for (const match of scan.text.matchAll(pattern)) {
      const text = (match[1] ?? '').replace(/[.,;:)\]]+$/, '')
      const start = match.index + match[0].lastIndexOf(match[1] ?? '')
      // A path that names a person: "https://example.org/@ana/a-post".
      if (/:\/\/[^\s"'<>]{0,200}$/.test(scan.text.slice(Math.max(0, match.index - 210), match.index))) continue
      if (looksChosen(text) && /\d/.test(text) && /\D/.test(text) && !isReference(text) && !scan.marked(start))
        found.push({ start, end: start + text.length, rule: 'password' })
    }
  }
  if (!announced.test(scan.lower)) return
  for (const match of scan.text.matchAll(login)) {
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
    found.push({ start, end: start + text.length, rule: 'password' })
  }
}
