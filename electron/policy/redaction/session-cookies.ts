import { isIdentifier } from './identifiers.ts'
import { detector, lineAfter, lineBefore, NEAR } from './scan.ts'
import { isReference } from './values.ts'

/*
 * A session has an id, which names it in logs, in front matter and in the names of files, and a secret, which lets whoever
 * holds it in. Both are called "session", "sid" and "session id". What tells them apart:
 * - Where it stands. In a cookie (its header, its attributes, another cookie beside it, a browser's list of them), under a
 *   name that nothing but a cookie has, or under "token", it is the secret, whatever its form.
 * - Else its form. What looks like an id is one (`isIdentifier`); what is made to be unguessable is the secret.
 */

/** Names of nothing but cookies and tokens. */
const COOKIE = String.raw`(?:JSESSIONID|PHPSESSID|ASPSESSIONID\w{0,12}|ASP\.NET_SessionId|\.?AspNetCore\.[\w.]{1,40}|\.ASPXAUTH|connect\.sid|express[.:]sess(?:\.sig)?|laravel_session|[cx]srf[_-]?token|ci_session|CFTOKEN|wordpress_(?:logged_in|sec)_[0-9a-f]{8,64}|sb-[\w-]{1,40}-auth-token|__(?:Secure|Host)-[\w.-]{1,60}|next-auth\.session-token|authjs\.session-token|access_token|refresh_token|id_token|remember_(?:web_\w{1,60}|user_token|me)|auth[_-]?token|li_at|sessionToken|SAPISID|HSID|SSID|APISID|SIDCC)`
/** Names of a session: of its cookie, or of itself. */
const SESSION = String.raw`(?:_?[a-z0-9_-]{0,30}session(?:_?id|id)?|sid|s_id)`
const IN_PAIRS = new RegExp(
  String.raw`(?<![\w.-])(?:${COOKIE}|(?<session>${SESSION}))["']?[ \t]?[:=](?!=)[ \t]?["'\x60]?(?<value>[^\s;"'\x60<>,]{16,4000})`,
  'gi',
)
const IN_JSON = new RegExp(
  String.raw`["']name["']\s{0,3}:\s{0,3}["'](?:${COOKIE}|(?<session>${SESSION}))["'][^{}]{0,120}?["']value["']\s{0,3}:\s{0,3}["'](?<value>[^"'\s]{16,4000})["']`,
  'gi',
)
/** A browser's file of cookies, in its seven columns. */
const IN_COLUMNS = /\t(?:TRUE|FALSE)\t\/\S{0,100}\t(?:TRUE|FALSE)\t\d{1,15}\t[\w.$-]{1,80}\t(?<value>\S{16,4000})/g

const REACH = 300
/** Before a cookie, and after it: its header, how it is given to a program, its attributes, the next one. */
const BEFORE = /cookie|[ \t]-b[ \t]{1,3}["']?$|;[ \t]?$|[{,]\s{0,20}["'](?:domain|path|hostOnly|sameSite)["']/i
const AFTER =
  /^["']?[ \t]?;[ \t]?[\w.-]{1,80}(?:=|[;\s]|$)|http-?only|same-?site|^["'][^{}]{0,200}["'](?:domain|secure|hostOnly)["']/i

export const sessionCookies = detector(NEAR, ({ text, lower, marked }, found) => {
  if (!/sess|aspnet|aspx|connect\.sid|token|__(?:secure|host)-|remember|li_at|sid|\ttrue\t|\tfalse\t/.test(lower))
    return
  for (const pattern of [IN_PAIRS, IN_JSON, IN_COLUMNS])
    for (const match of text.matchAll(pattern)) {
      const { value: whole = '', session } = match.groups ?? {}
      const value = whole.replace(/[\])}.:]+$/, '')
      const start = match.index + match[0].lastIndexOf(whole)
      const end = start + value.length
      if (!/\d/.test(value) || !/[A-Za-z]/.test(value) || marked(start) || isReference(value)) continue
      if (session !== undefined && isIdentifier(value) && !isInCookie(text, match.index, end)) continue
      found.push({ start, end, rule: 'cookie' })
    }
})

const isInCookie = (text: string, start: number, end: number): boolean =>
  BEFORE.test(lineBefore(text, start, REACH)) || AFTER.test(lineAfter(text, end, REACH))
