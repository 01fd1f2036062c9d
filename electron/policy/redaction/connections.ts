import { detector, type Finding, NEAR, placesOf, type Scan } from './scan.ts'
import { isReference, isScheme, looksChosen, looksGenerated } from './values.ts'

const NO_ADDRESS_SIGN = /[\s"'`<>\\|]/
const MAX_ADDRESS_CHARACTERS = 600
/** Placeholders for a password in the description of an address. */
const NAMED_ONLY = /^(?:password|passwd|pass|pwd)$/i

/** Passwords in addresses and connection strings; the rest of these stays. */
export const connections = detector(NEAR, (scan, found) => {
  addresses(scan, found)
  queries(scan, found)
  commands(scan, found)
  if (!/["'`]/.test(scan.text) || !/[(=]|ConvertTo-/i.test(scan.text)) return
  calls(scan.text, found, scan.marked)
  clientCalls(scan.text, found, scan.marked)
})

/** `scheme://user:password@host`: from the first colon to the last "@" before the path. */
function addresses({ text, marked }: Scan, found: Finding[]): void {
  let past = 0
  for (const at of placesOf(text, '://')) {
    if (at < past) continue
    const from = at + 3
    let end = from
    let lastAt = -1
    let colon = -1
    let path = false
    while (
      end < text.length &&
      end - from < MAX_ADDRESS_CHARACTERS &&
      !NO_ADDRESS_SIGN.test(text[end] ?? '') &&
      !text.startsWith('://', end)
    ) {
      const sign = text[end]
      if (sign === '@' && (!path || lastAt < 0)) lastAt = end
      if (sign === ':' && colon < 0 && lastAt < 0) colon = end
      if ((sign === '/' || sign === '?') && lastAt >= 0) break
      if (sign === '/' || sign === '?') path = true
      end += 1
    }
    past = end
    if (colon < 0 || lastAt <= colon + 1 || !/[\w[({$<%-]/.test(text[lastAt + 1] ?? '')) continue
    // A port and a path with "@" ("host:8080/@scope"), not a password.
    if (/^\d{1,5}\//.test(text.slice(colon + 1, lastAt)) || marked(colon + 1)) continue
    if (!isReference(text.slice(colon + 1, lastAt)) && !NAMED_ONLY.test(text.slice(colon + 1, lastAt)))
      found.push({ start: colon + 1, end: lastAt, rule: 'password' })
  }
  tokenUsers(text, found)
}

/** `https://token@github.com`: long and mixed, in the user's place. What Sentry calls a DSN is published with the page. */
function tokenUsers(text: string, found: Finding[]): void {
  for (const match of text.matchAll(/:\/\/([A-Za-z0-9_%.-]{20,200})@[\w-]+\./g)) {
    const user = match[1] ?? ''
    const isPublished = /^(?:o\d+\.ingest\.|sentry\.)/.test(
      text.slice(match.index + 4 + user.length, match.index + 60 + user.length),
    )
    if (/\d/.test(user) && /[A-Za-z]/.test(user) && !isReference(user) && !isPublished)
      found.push({ start: match.index + 3, end: match.index + 3 + user.length, rule: 'secret' })
  }
}

const QUERY =
  /[?&;](?:[\w.-]{0,30}(?:password|passwd|pwd|token|secret|api_?key|access_?key|signature|sig|auth|code_verifier|client_secret|appid|x-amz-security-token|x-amz-signature|x-goog-signature|jwt|sid|session|private_key|hmac|hdnts|hdnea|hdntl|verify|ticket|sign|signed|credential|policy|auth_?key|wstoken)|key|pw|pass)=([^&\s"'`<>;#|)\]}]{4,2000})/gi

/** Secrets in the query of an address, including signatures. */
function queries({ text, marked }: Scan, found: Finding[]): void {
  if (!text.includes('=')) return
  for (const match of text.matchAll(QUERY)) {
    const value = (match[1] ?? '').replace(/[.,]+$/, '')
    const start = match.index + match[0].length - (match[1] ?? '').length
    const name = match[0].slice(1, -(match[1] ?? '').length - 1)
    const strong = /pass|pwd|pw$/i.test(name)
    if (
      !marked(start) &&
      value !== '' &&
      !isReference(value) &&
      (strong || (/\d/.test(value) && value.length >= 8) || value.length >= 20)
    )
      found.push({ start, end: start + value.length, rule: strong ? 'password' : 'secret' })
  }
}

const COMMANDS: readonly RegExp[] = [
  /\bcurl\b[^\n|;]{0,200}?[ \t](?:-u|--user|--proxy-user)[ \t=]{1,3}["']?[^\s:"']{1,80}:([^\s"']{3,200})/g,
  /\b(?:mysql|mysqldump|mysqladmin|mariadb|7z[ar]?|rar|unrar)\b[^\n|;]{0,120}?[ \t]-p(?=[^\s-])["']?([^\s"']{3,128})/g,
  /\bsshpass[ \t]{1,3}-p[ \t]{0,3}["']?([^\s"']{3,128})/g,
  /\b(?:docker|podman|helm|az|oc|skopeo)[ \t][^\n|;]{0,120}?login\b[^\n|;]{0,200}?[ \t]-p[ \t]{1,3}["']?([^\s"']{3,200})/g,
  /\b(?:redis-cli|valkey-cli)\b[^\n|;]{0,120}?[ \t]-a[ \t]{1,3}["']?([^\s"']{3,200})/g,
  /\b(?:mongo|mongosh|mongodump|mongorestore|sqlcmd|cypher-shell|rabbitmqadmin)\b[^\n|;]{0,160}?[ \t]-[pP][ \t]{0,3}["']?([^\s"'-][^\s"']{2,200})/g,
  /\b(?:unzip|zip|sqlcmd|pdftk)\b[^\n|;]{0,120}?[ \t]-P[ \t]{0,3}["']?([^\s"'-][^\s"']{2,200})/g,
  /\bldap(?:search|modify|add|delete|passwd|whoami)\b[^\n|;]{0,200}?[ \t]-w[ \t]{1,3}["']?([^\s"'-][^\s"']{2,200})/g,
  /\bopenssl\b[^\n|;]{0,200}?[ \t](?:-k|-passin|-passout|-pass|-password)[ \t]{1,3}(?:pass:)?["']?(?!(?:env|file|fd|stdin):?)([^\s"'-][^\s"']{3,200})/g,
  /\bssh-keygen\b[^\n|;]{0,200}?[ \t]-[NP][ \t]{0,3}["']?([^\s"'-][^\s"']{3,200})/g,
  /\bhtpasswd\b[ \t]{1,3}-\w{0,6}b\w{0,6}[ \t][^\n|;]{0,120}?[ \t][\w.@-]{1,64}[ \t]{1,3}["']?([^\s"'-][^\s"']{3,200})/g,
  /\bsmb\w{2,8}\b[^\n|;]{0,160}?[ \t](?:-U|--user)[ \t=]{1,3}["']?[\w.\\@-]{1,80}%([^\s"']{3,200})/g,
  /\bhttps?[ \t][^\n|;]{0,120}?(?:-a|--auth)[ \t=]{1,3}["']?[\w.@-]{1,80}:([^\s"']{3,200})/g,
  /\becho[ \t]{1,3}(?:-n[ \t]{1,3})?["']?([^\s"'$][^\s"']{3,200})["']?[ \t]{0,3}\|[ \t]{0,3}(?:sudo[ \t]{1,3}-S|passwd|cryptsetup|gpg|docker[ \t]{1,3}login|podman[ \t]{1,3}login|gh[ \t]{1,3}auth)\b/g,
  /(?<![a-z])pass(?:word)?[-_]?command["']?[ \t=:]{1,3}["']?(?:echo|printf)[ \t]{1,3}(?:-n[ \t]{1,3})?["']?([^\s"'`$|]{3,200})/gi,
  /\bchpasswd\b[ \t]{0,3}<<<[ \t]{0,3}["']?[\w.-]{1,64}:([^\s"']{3,200})/g,
  /\becho[ \t]{1,3}["']?[\w.-]{1,64}:([^\s"'|]{3,200})["']?[ \t]{0,3}\|[ \t]{0,3}(?:sudo[ \t]{1,3})?chpasswd\b/g,
  /\bsecret[ \t]{1,3}set[ \t]{1,3}[\w-]{1,80}[ \t][^\n|;]{0,80}?(?:--body|-b)[ \t=]{1,3}["']?([^\s"'$][^\s"']{5,400})/g,
  /\bidentified[ \t]{1,3}(?:with[ \t]{1,3}\w{1,40}[ \t]{1,3})?by[ \t]{1,3}(?:password[ \t]{1,3})?["']([^"'\n]{3,200})["']/gi,
  /\bmachine[ \t]{1,3}\S{1,100}\s{1,6}login[ \t]{1,3}\S{1,100}\s{1,6}password[ \t]{1,3}(\S{3,200})/g,
  /\b(?:net[ \t]user|net[ \t]use(?:[ \t]{1,3}[A-Za-z*]:?)?)[ \t]{1,3}\S{1,80}[ \t]{1,3}(?!\/)([^\s/\\]{4,128})/gi,
  /\bnet[ \t]use\b[^\n]{0,120}?\/user:\S{1,80}[ \t]{1,3}(?!\/)([^\s/\\`]{4,128})/gi,
  /\b(?:xfreerdp|wfreerdp|rdesktop|mstsc)\b[^\n|;]{0,200}?[ \t](?:\/p:|-p[ \t])["']?([^\s"'-][^\s"']{2,200})/gi,
  /\bipmitool\b[^\n|;]{0,200}?[ \t]-P[ \t]{1,3}["']?([^\s"'-][^\s"']{2,200})/g,
  /\bjdbc:oracle:thin:[^\s/@:]{1,80}\/([^\s@]{3,128})@/g,
]
/** For a text in lower case: whether it may have any of them. */
const COMMAND =
  /freerdp|rdesktop|mstsc|ipmi|jdbc|curl|mysql|maria|mongo|sshpass|login|-cli|identified|net[ \t]us|zip\b|\b7z|\b(?:un)?rar\b|ldap|openssl|ssh-keygen|passwd|passcommand|password[-_]command|smb|echo|secret|sqlcmd|cypher-shell|rabbitmqadmin|pdftk|https?[ \t]/
/** A line of `.pgpass`. */
const PASSWORD_LINE = /^[\w.-]{1,64}:(?:\d{1,5}|\*):[\w.*-]{1,64}:[\w.-]{1,64}:(\S{3,200})$/gm

function commands({ text, lower, marked }: Scan, found: Finding[]): void {
  const add = (pattern: RegExp, fits: (value: string) => boolean): void => {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? ''
      const start = match.index + match[0].lastIndexOf(value)
      if (!marked(start) && !isReference(value) && fits(value))
        found.push({ start, end: start + value.length, rule: 'password' })
    }
  }
  if (COMMAND.test(lower)) for (const pattern of COMMANDS) add(pattern, () => true)
  if (text.includes(':')) add(PASSWORD_LINE, (value) => !/^\d+$|^\//.test(value))
}

/** Calls that take a name and a password, or a signing key: strings in quotes. */
const CALLS: readonly RegExp[] = [
  /\b(?:\w{0,20}(?:login|auth|authenticate|credentials?|sign_?in)|wifi\.begin|connect|\w{0,30}credentials?|usernamepassword\w{0,20})[ \t]{0,2}(?:=|\()[ \t]{0,2}\(?[ \t]{0,2}["'`][^"'`\n]{1,80}["'`][ \t]{0,2},[ \t]{0,2}["'`]([^"'`\n\s]{5,128})["'`]/gi,
  /\b[\w.]{0,60}(?:Client|Api|API|SDK|Session|Connection|Wrapper|[Ii]nit|configure|set_?[Aa]pi_?[Kk]ey|set_?[Tt]oken)(?:V\d)?\([ \t]{0,2}(?:new [\w.]{1,40}\([ \t]{0,2})?(?:["'`][^"'`\n]{1,80}["'`][ \t]{0,2},[ \t]{0,2})?["'`](?=[^"'`\n]{0,200}\d)([A-Za-z0-9_+/=.-]{20,256})["'`]/g,
  // Any call with a name or an id and a key from a machine: `algoliasearch('ID', '…')`.
  /\b(?!\w*(?:hash|verify|equal|match|replace|expect|digest|includ|assert|compare|integrity|sha\d|commit|checkout|describe|test)\w*\()[A-Za-z_]\w{2,40}\([ \t]{0,2}["'`][\w.@:-]{3,60}["'`][ \t]{0,2},[ \t]{0,2}["'`](?=[^"'`\n]{0,200}\d)([A-Za-z0-9_+/=.-]{28,256})["'`][ \t]{0,2}[),]/gi,
  /\bConvertTo-SecureString(?:[ \t]{1,3}-String)?[ \t]{1,3}["']([^"'\n]{5,128})["']/gi,
  /\b(?:jwt\.(?:sign|verify|encode|decode)|createHmac|hmac\.new|Cipher\.new|createCipheriv|AES\.new|Fernet|SecretKeySpec)\([ \t]{0,2}(?:[\w.{}'" :-]{1,80},[ \t]{0,2})?b?["'`]([^"'`\n\s]{8,256})["'`]/g,
]

function calls(text: string, found: Finding[], marked: (at: number) => boolean): void {
  for (const pattern of CALLS) {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? ''
      const start = match.index + match[0].lastIndexOf(value)
      if (
        looksChosen(value) &&
        !isReference(value) &&
        !isScheme(value) &&
        !/^[\w.-]+\.[a-z]{2,5}$/.test(value) &&
        !marked(start)
      )
        found.push({ start, end: start + value.length, rule: 'password' })
    }
  }
}

/** A client of a service: each string in its call that comes from a machine. */
const CLIENT_CALL = /\b\w{0,40}(?:Client|Api|API|SDK|Session|Connection|Wrapper)(?:V\d)?\(([^\n;]{20,400})/g
const MACHINE_STRING = /(?<=["'`])(?=[^"'`\n]{0,200}\d)[A-Za-z0-9_+/=.-]{28,256}(?=["'`])/g

function clientCalls(text: string, found: Finding[], marked: (at: number) => boolean): void {
  for (const call of text.matchAll(CLIENT_CALL)) {
    const from = call.index + call[0].length - (call[1] ?? '').length
    for (const { index, 0: value } of (call[1] ?? '').matchAll(MACHINE_STRING))
      if (looksGenerated(value) && !isReference(value) && !marked(from + index))
        found.push({ start: from + index, end: from + index + value.length, rule: 'secret', certainty: 'usual' })
  }
}

const HEADER =
  /\b(?:proxy-)?authorization["'`]{0,2}[ \t]{0,3}[:=,][ \t]{0,3}["'`]{0,2}(?:(?:bearer|basic|token|digest|apikey|negotiate|ntlm|key|aws4-hmac-sha256|bot|ssws|splunk|genericbearer)[ \t:=]{1,3})?["'`]?([^\s"'`<>,;]{6,4096})/gi
const SCHEME = /\b(?:bearer|basic|ssws)[ \t]{1,3}["'`]?([A-Za-z0-9+/_.~=-]{8,4096})/gi
const KEY_HEADER =
  /\b(?:x-[a-z-]{0,30}(?:api-?key|token|auth|secret|signature|access)[a-z-]{0,20}|api-key|apikey|private-token|job-token|dd-api-key|dd-application-key|ocp-apim-subscription-key|x-functions-key|x-auth-\w{1,20})["'`]{0,2}[ \t]{0,3}[:=][ \t]{0,3}["'`]?([^\s"'`<>,;]{8,2000})/gi
/** What answers a challenge: it can be tried against the password without asking anybody. */
const DIGEST = /\bdigest[ \t][^\n]{0,300}?\bresponse["']?[ \t]?[:=][ \t]?["']?([0-9a-f]{32,128})/gi
const COOKIE = /\b(?:set-)?cookie["'`]?[ \t]{0,3}:[ \t]{0,3}["'`]?([^\n"'`<>]{8,4000})/gi

/** Credentials of HTTP requests. */
export const authorization = detector(NEAR, ({ text, lower, marked }, found) => {
  const add = (match: RegExpExecArray, rule: string, fits: (value: string) => boolean): void => {
    const value = (match[1] ?? '').replace(/[.,)\]}]+$/, '')
    const start = match.index + match[0].length - (match[1] ?? '').length
    if (value !== '' && !marked(start) && !isReference(value) && !isReference(match[1] ?? '') && fits(value))
      found.push({ start, end: start + value.length, rule })
  }
  const mixed = (value: string): boolean => /\d/.test(value) && /[A-Za-z]/.test(value)
  if (lower.includes('authorization'))
    for (const match of text.matchAll(HEADER))
      add(match, 'authorization', (value) => mixed(value) || (value.length >= 20 && !value.includes('(')))
  if (lower.includes('digest')) for (const match of text.matchAll(DIGEST)) add(match, 'authorization', mixed)
  for (const match of text.matchAll(SCHEME))
    add(
      match,
      'authorization',
      (value) => (mixed(value) && value.length >= 12 && !/^\d+[a-z]+$/i.test(value)) || isBasic(value),
    )
  for (const match of text.matchAll(KEY_HEADER)) add(match, 'secret', (value) => mixed(value) && !value.includes('('))
  if (lower.includes('cookie')) for (const match of text.matchAll(COOKIE)) cookies(match, found, marked)
})

/** Base64 of "user:password". */
function isBasic(value: string): boolean {
  try {
    return value.length >= 8 && /^[\x20-\x7e]{1,80}:[\x20-\x7e]{3,200}$/.test(atob(value))
  } catch {
    return false
  }
}

function cookies(match: RegExpExecArray, found: Finding[], marked: (at: number) => boolean): void {
  const list = match[1] ?? ''
  const from = match.index + match[0].length - list.length
  for (const pair of list.matchAll(/[\w.$-]{1,80}=([^;\s]{16,2000})/g)) {
    const value = pair[1] ?? ''
    const start = from + pair.index + pair[0].length - value.length
    if (/\d/.test(value) && /[A-Za-z]/.test(value) && !marked(start))
      found.push({ start, end: start + value.length, rule: 'cookie' })
  }
}
