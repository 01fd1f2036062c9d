import { detector, type Finding, NEAR, type Scan } from './scan.ts'
import { isReference } from './values.ts'

// Secrets at a fixed place of a line or a string: what a scanner of QR codes, a database client or a browser reads.

export const layouts = detector(NEAR, (scan, found) => {
  wifiCodes(scan, found)
  passwordFiles(scan, found)
  mailLogins(scan, found)
  recoveryKeys(scan, found)
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

/** What unlocks a disk of BitLocker: eight groups of six digits. Nothing else is written so. */
const RECOVERY_KEY = /(?<![\d-])\d{6}(?:-\d{6}){7}(?![\d-])/g

function recoveryKeys({ text, marked }: Scan, found: Finding[]): void {
  for (const { index, 0: key } of text.matchAll(RECOVERY_KEY))
    if (!marked(index)) found.push({ start: index, end: index + key.length, rule: 'recovery code' })
}
