import { detector, NEAR } from './scan.ts'

/** Hashes of passwords in the forms that say what they are: crypt(3), PHC strings, LDAP, databases, Windows. */
const HASHES: readonly RegExp[] = [
  // crypt(3): MD5, Apache's MD5, bcrypt, SHA-256, SHA-512, scrypt, yescrypt, phpass, Cisco's 8 and 9
  /\$(?:1|apr1)\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}/g,
  /(?:\$wp)?\$\$?2[abxy]?\$\$?\d\d\$\$?[./A-Za-z0-9]{53}/g,
  /\bgrub\.pbkdf2\.sha\d{3}\.\d{1,9}\.[0-9A-F]{32,512}\.[0-9A-F]{32,512}/g,
  /\$[56]\$(?:rounds=\d{1,9}\$)?[^\s$:"'`]{1,16}\$[./A-Za-z0-9]{43,86}/g,
  /\$(?:y|7|gy)\$[./A-Za-z0-9]{1,20}\$[./A-Za-z0-9]{1,86}\$[./A-Za-z0-9]{43}/g,
  /\$[PH]\$[./A-Za-z0-9]{31}/g,
  /\$[89]\$[./A-Za-z0-9]{14}\$[./A-Za-z0-9]{43}/g,
  // PHC strings
  /\$(?:argon2(?:id|i|d)|scrypt|pbkdf2-[\w-]{3,20}|bcrypt-sha256)\$[\w=,.$-]{1,80}\$[A-Za-z0-9+/=._-]{8,120}(?:\$[A-Za-z0-9+/=._-]{16,200})?/g,
  // Django, Werkzeug, Grails
  /\b(?:pbkdf2_sha(?:1|256|512)|bcrypt_sha256|scrypt|argon2)\$[\w.=,+/-]{1,64}\$[^\s"'`<>|]{16,300}/g,
  /\b(?:scrypt:\d{1,8}:\d{1,3}:\d{1,3}|pbkdf2:sha\d{1,3}:\d{1,9})\$[A-Za-z0-9]{4,64}\$[0-9a-f]{40,128}/g,
  // LDAP
  /\{(?:S?SHA(?:256|384|512)?|S?MD5|CRYPT|PBKDF2(?:-SHA\d{1,3})?|ARGON2)\}[A-Za-z0-9+/=$.,-]{16,300}/g,
  // PostgreSQL, MySQL, SQL Server, Oracle
  /\bSCRAM-SHA-(?:1|256|512)\$\d{1,9}:[A-Za-z0-9+/=]{8,64}\$[A-Za-z0-9+/=]{16,128}:[A-Za-z0-9+/=]{16,128}/g,
  /(?<![\w*])\*[0-9A-F]{40}(?![\w*])/g,
  /\$A\$\d{3}\$[^\s"'`]{40,120}/g,
  /\b0x0[12]00[0-9A-F]{48,136}\b/gi,
  /\bS:[0-9A-F]{60}(?:;T:[0-9A-F]{160})?/g,
  // Windows: user:rid:lm:nt:::
  /(?<=^|\s)[^\s:]{1,100}:\d{3,7}:[0-9a-f]{32}:[0-9a-f]{32}:::/gim,
  // Kerberos tickets, domain cached credentials, NetNTLM
  /\$krb5(?:tgs|asrep|pa)\$[^\s"'`]{40,4000}/g,
  /\$DCC2\$\d{1,9}#[^#\s]{1,100}#[0-9a-f]{32}/gi,
]

/** What a pattern took besides the hash: a Windows account's name and number. */
const ACCOUNT = /^[^\s:]{1,100}:\d{3,7}:/

export const passwordHashes = detector(NEAR, ({ text }, found) => {
  namedHashes(text, (start, end) => found.push({ start, end, rule: 'password hash', certainty: 'usual' }))
  if (!/[$*{]|:::|0x0[12]|S:|grub\./.test(text)) return
  for (const pattern of HASHES)
    for (const { index, 0: match } of text.matchAll(pattern)) {
      const hash = match.replace(/[.,]+$/, '')
      const lead = hash.endsWith(':::') ? (ACCOUNT.exec(hash)?.[0].length ?? 0) : 0
      found.push({ start: index + lead, end: index + hash.length, rule: 'password hash' })
    }
})

/** Hexadecimal digits alone, where a word says that they stand for a password. */
const NAMED =
  /\b(?:ntlm|nt(?:[ -]?|_)hash|lm(?:[ -]?|_)hash|rakp|password hash|pw hash|passwort-?hash|kennwort-?hash|mscash|netntlm(?:v2)?)\b[^\n]{0,60}?(?<![0-9A-Za-z])([0-9a-f]{32}(?:[0-9a-f]{8}(?:[0-9a-f]{24}(?:[0-9a-f]{64})?)?)?)(?![0-9A-Za-z])/gi

function namedHashes(text: string, report: (start: number, end: number) => void): void {
  for (const match of text.matchAll(NAMED)) {
    const end = match.index + match[0].length
    report(end - (match[1] ?? '').length, end)
  }
}
