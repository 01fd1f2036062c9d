import type { Sample } from './labelled-secrets.ts'
import { HEX, LOWER, UPPER, WORD, type Random } from './random.ts'

const MADE: Readonly<Record<string, (r: Random) => string>> = {
  'git hash': (r) => r.of(['commit §', 'fixed in §', 'Merge § into main', 'the auth fix is §']).replace('§', r.signs(40, HEX)),
  'short hash': (r) => `see ${r.signs(7, HEX)} and ${r.signs(10, HEX)}`,
  uuid: (r) => `id ${[8, 4, 4, 4, 12].map((count) => r.signs(count, HEX)).join('-')}`,
  ulid: (r) => `Variorum-Id: 01${r.signs(24, '0123456789ABCDEFGHJKMNPQRSTVWXYZ')}`,
  sha256: (r) => `${r.signs(64, HEX)}  ${r.signs(6, LOWER)}.tar.gz`,
  integrity: (r) => `"integrity": "sha512-${r.signs(86, `${WORD}+/`)}==",`,
  image: (r) => `![x](data:image/png;base64,iVBORw0KGgo${r.signs(200, `${WORD}+/`)}=)`,
  version: (r) => r.of(['v§', 'version §', 'Chrome/§', '"left-pad": "^§"', 'upgrade to §']).replace('§', `${1 + r.below(20)}.${r.below(20)}.${r.below(99)}`),
  order: (r) => `order ${r.of(['#', 'no. ', 'A-'])}1${r.digits(7)}`,
  isbn: (r) => `ISBN 978-3-${r.digits(2)}-${r.digits(6)}-${r.digits(1)}`,
  timestamp: (r) => r.of([`17${r.digits(8)}`, `17${r.digits(11)}`, `2026-0${1 + r.below(9)}-1${r.below(9)}T10:${10 + r.below(49)}:00Z`, `20260${1 + r.below(9)}1${r.below(9)}`]),
  price: (r) => `EUR ${1 + r.below(9)},${r.digits(3)}.${r.digits(2)} for ${r.digits(2)} pieces`,
  place: (r) => `${r.below(90)}.${r.digits(6)}, -${r.below(90)}.${r.digits(6)}`,
  mac: (r) => Array.from({ length: 6 }, () => r.signs(2, HEX)).join(':'),
  colour: (r) => `color: #${r.signs(6, HEX)}; background: #${r.signs(3, HEX)}`,
  minified: (r) => `!function(e,t){var n=e.${r.signs(3, LOWER)};return n.token=t,n.password=function(){return t(e)}}(${r.signs(2, LOWER)});`,
  part: (r) => `part ${r.signs(3, UPPER)}-${r.digits(4)}-${r.digits(2)}`,
  time: (r) => `10:${10 + r.below(49)} to 12:${10 + r.below(49)}, room ${r.digits(3)}`,
  measure: (r) => `${r.digits(3)}x${r.digits(3)} px, ${r.digits(2)}.${r.digits(2)} kg, ${r.digits(4)} rpm`,
}

const WRITTEN = `The password policy is strict.|A token bucket limits the rate to 100 requests.|Secret Santa is on 12 December.|Passwords must have at least 12 characters.|I forgot my password again.|The password was changed yesterday.
The secret to good bread is time.|GitHub tokens begin with ghp_ and have 36 more characters.|AWS key ids look like AKIA followed by 16 capitals.|OpenAI keys start with sk- and Stripe's with sk_live_.|Use a password manager such as 1Password or Bitwarden.
const token = await getToken(user)|password: z.string().min(8)|self.password = password|secret: process.env.CLIENT_SECRET|password: \${DB_PASSWORD}|api_key: <your-api-key>|apiKey: string;|"password": { "type": "string" }|if (!token) return null|export type Token = string
max_tokens: 4096|PASSWORD_MIN_LENGTH=12|passwordField.focus()|<input type="password" name="password">|kubectl get secret my-secret -o yaml|secretName: web-tls|tokens_used: 18234|the tokenizer splits text into tokens|Der Token ist abgelaufen.|Das Passwort ist falsch.|Das Passwort muss geändert werden.
La contraseña es incorrecta.|Le mot de passe est obligatoire.|La password è sbagliata.|A senha está errada.|Het wachtwoord is verlopen.|The access code is in the app.|Pin the version to 4.7.11 in the lock file.|int ledPin = 13;|Please pin this message.|The PIN is sent by mail.
git@github.com:owner/project.git|npm install @scope/name@1.2.3|std::vector<std::string> names;|Authorization: Bearer <token>|Use basic authentication or bearer tokens.|http://localhost:8080/path?page=2&sort=asc|see section 3.2.1 and figure 4.1|the API key is stored in the vault|The private key never leaves the device.|Where is the wifi password?
credentials: 'include'|fetch(url, { credentials: 'same-origin' })|She keeps the password in a safe.|token: cancellationToken|password reset link expires in 24 hours|the session key is derived with HKDF|public key cryptography uses two keys|the primary key is user_id|foreign key (order_id) references orders(id)|Press any key to continue.
Login failed: wrong password.|"forgotPassword": "Forgot your password?"|"passwordLabel": "Enter your password"|The auth module was rewritten in May.|He has a secret garden behind the house.|Vou almoçar às 12h30 com a Ana.|Wir treffen uns am Dienstag um 10 Uhr.|Nous partons demain matin à 8 heures.|El tren sale a las 9:45 del andén 3.|明日の会議は10時からです。`.split(/[|\n]/)

/** What looks like something to be taken and is not. */
export function hardNegatives(r: Random, each: number): readonly Sample[] {
  const made = Object.entries(MADE).flatMap(([family, make]) => Array.from({ length: each }, (): Sample => ({ family, text: `Note. ${make(r)}\nNext line.`, secret: null })))
  return [...made, ...WRITTEN.map((text): Sample => ({ family: 'written', text, secret: null }))]
}
