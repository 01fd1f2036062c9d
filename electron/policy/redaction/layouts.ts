import { detector, type Finding, NEAR, type Scan } from './scan.ts'
import { isReference } from './values.ts'

// Secrets at a fixed place of a line or a string: what a scanner of QR codes, a database client or a browser reads.

export const layouts = detector(NEAR, (scan, found) => {
  wifiCodes(scan, found)
  passwordFiles(scan, found)
  mailLogins(scan, found)
  sessionCookies(scan, found)
})

const WIFI = /WIFI:(?=[^\n]{0,300};)/g
const FIELD = /([TSPHREA]|PH2):((?:\\.|[^;\\\n])*);/gy

/** `WIFI:T:WPA;S:name;P:password;;`, in any order, with escapes. */
function wifiCodes({ text, marked }: Scan, found: Finding[]): void {
  for (const { index, 0: head } of text.matchAll(WIFI)) {
    FIELD.lastIndex = index + head.length
    for (let field = FIELD.exec(text); field !== null; field = FIELD.exec(text)) {
      const [, name, value = ''] = field
      const end = FIELD.lastIndex - 1
      if (name === 'P' && value !== '' && !marked(end - value.length))
        found.push({ start: end - value.length, end, rule: 'password' })
    }
  }
}

/** PostgreSQL's `.pgpass`: host:port:database:user:password. Other files of five fields have no port there. */
const PGPASS =
  /(?<=^|["'`]|\s)(?:[\w.-]{1,100}|\*):(?:\d{2,5}|\*):(?:[\w.-]{1,64}|\*):(?:[\w.@-]{1,64}|\*):((?:\\.|[^\s:"'`\\]){3,200})/gm

function passwordFiles({ text, marked }: Scan, found: Finding[]): void {
  for (const match of text.matchAll(PGPASS)) {
    const value = match[1] ?? ''
    const end = match.index + match[0].length
    if (!/^[\d:]+$|^\//.test(value) && !marked(end - value.length) && !isReference(value))
      found.push({ start: end - value.length, end, rule: 'password' })
  }
}

/** SMTP, IMAP: `AUTH PLAIN` with base64 of "\0user\0password", `AUTH LOGIN`. */
const MAIL_LOGIN =
  /\bAUTH(?:ENTICATE)?[ \t]{1,3}(?:PLAIN|LOGIN|CRAM-MD5|XOAUTH2)[ \t]{1,3}([A-Za-z0-9+/]{8,2000}={0,2})/g

function mailLogins({ text, marked }: Scan, found: Finding[]): void {
  for (const match of text.matchAll(MAIL_LOGIN)) {
    const value = match[1] ?? ''
    const end = match.index + match[0].length
    if (!marked(end - value.length)) found.push({ start: end - value.length, end, rule: 'authorization' })
  }
}

/** Cookies of sessions by the names that frameworks give them, and what is named like one. */
const SESSION =
  String.raw`(?:JSESSIONID|PHPSESSID|ASPSESSIONID\w{0,12}|ASP\.NET_SessionId|\.?AspNetCore\.[\w.]{1,40}|\.ASPXAUTH|connect\.sid|express[.:]sess(?:\.sig)?|` +
  String.raw`laravel_session|XSRF-TOKEN|ci_session|CFTOKEN|_?[a-z0-9_-]{0,30}session(?:_?id|id)?|wordpress_(?:logged_in|sec)_[0-9a-f]{8,64}|sb-[\w-]{1,40}-auth-token|` +
  String.raw`__(?:Secure|Host)-[\w.-]{1,60}|next-auth\.session-token|authjs\.session-token|access_token|refresh_token|id_token|remember_(?:web_\w{1,60}|user_token|me)|auth[_-]?token|li_at|sessionToken|sid|s_id|SAPISID|HSID|SSID|APISID|SIDCC)`
const IN_PAIRS = new RegExp(
  String.raw`(?<![\w.-])${SESSION}["']?[ \t]?[:=](?!=)[ \t]?["'\x60]?([^\s;"'\x60<>,]{16,4000})`,
  'gi',
)
const IN_JSON = new RegExp(
  String.raw`["']name["']\s{0,3}:\s{0,3}["']${SESSION}["'][^{}]{0,120}?["']value["']\s{0,3}:\s{0,3}["']([^"'\s]{16,4000})["']`,
  'gi',
)

function sessionCookies({ text, lower, marked }: Scan, found: Finding[]): void {
  if (!/sess|aspnet|aspx|connect\.sid|token|__(?:secure|host)-|remember|li_at|sid/.test(lower)) return
  for (const pattern of [IN_PAIRS, IN_JSON])
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? ''
      const start = match.index + match[0].lastIndexOf(value)
      if (/\d/.test(value) && /[A-Za-z]/.test(value) && !marked(start) && !isReference(value))
        found.push({ start, end: start + value.length, rule: 'cookie' })
    }
}
