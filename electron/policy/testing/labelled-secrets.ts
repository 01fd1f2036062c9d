import { DIGITS, HEX, LOWER, UPPER, WORD, type Random } from './random.ts'

/** A text with the secret that must be removed; `secret` null = nothing may be removed. */
export interface Sample {
  readonly family: string
  readonly text: string
  readonly secret: string | null
}

const URL64 = `${WORD}_-`
/** Each follows its service's own description, character by character; nothing is derived from the detectors. */
const TOKENS: Readonly<Record<string, (r: Random) => string>> = {
  'github classic': (r) => `gh${r.of(['p', 'o', 'u', 's', 'r'])}_${r.signs(36, WORD)}`,
  'github fine-grained': (r) => `github_pat_${r.signs(22, WORD)}_${r.signs(59, WORD)}`,
  gitlab: (r) => `glpat-${r.signs(20, URL64)}`,
  'aws id': (r) => `${r.of(['AKIA', 'ASIA'])}${r.signs(16, `${UPPER}234567`)}`,
  'slack bot': (r) => `xoxb-${r.digits(12)}-${r.digits(13)}-${r.signs(24, WORD)}`,
  'slack webhook': (r) =>
    `https://hooks.slack.com/services/T${r.signs(8, UPPER + DIGITS)}/B${r.signs(8, UPPER + DIGITS)}/${r.signs(24, WORD)}`,
  stripe: (r) => `${r.of(['sk', 'rk'])}_${r.of(['live', 'test'])}_${r.signs(24, WORD)}`,
  'google api': (r) => `AIza${r.signs(35, URL64)}`,
  'google oauth': (r) => `GOCSPX-${r.signs(28, URL64)}`,
  openai: (r) => `sk-proj-${r.signs(48, URL64)}`,
  anthropic: (r) => `sk-ant-api03-${r.signs(93, URL64)}AA`,
  'hugging face': (r) => `hf_${r.signs(34, LOWER + UPPER)}`,
  npm: (r) => `npm_${r.signs(36, WORD)}`,
  pypi: (r) => `pypi-AgEIcHlwaS5vcmc${r.signs(70, URL64)}`,
  docker: (r) => `dckr_pat_${r.signs(27, URL64)}`,
  digitalocean: (r) => `dop_v1_${r.signs(64, HEX)}`,
  twilio: (r) => `SK${r.signs(32, HEX)}`,
  sendgrid: (r) => `SG.${r.signs(22, URL64)}.${r.signs(43, URL64)}`,
  mailgun: (r) => `key-${r.signs(32, HEX)}`,
  mailchimp: (r) => `${r.signs(32, HEX)}-us${1 + r.below(20)}`,
  telegram: (r) => `${1 + r.below(9)}${r.digits(9)}:AA${r.signs(33, URL64)}`,
  discord: (r) => `M${r.signs(23, WORD)}.${r.signs(6, URL64)}.${r.signs(27, URL64)}1`,
  shopify: (r) => `shpat_${r.signs(32, HEX)}`,
  square: (r) => `sq0atp-${r.signs(22, URL64)}`,
  linear: (r) => `lin_api_${r.signs(40, WORD)}`,
  notion: (r) => `ntn_${r.signs(46, WORD)}`,
  airtable: (r) => `pat${r.signs(14, WORD)}.${r.signs(64, HEX)}`,
  figma: (r) => `figd_${r.signs(40, URL64)}`,
  'new relic': (r) => `NRAK-${r.signs(27, UPPER + DIGITS)}`,
  sentry: (r) => `sntrys_${r.signs(60, WORD)}`,
  supabase: (r) => `sbp_${r.signs(40, HEX)}`,
  vault: (r) => `hvs.${r.signs(24, URL64)}`,
  terraform: (r) => `${r.signs(14, WORD)}.atlasv1.${r.signs(64, URL64)}`,
  databricks: (r) => `dapi${r.signs(32, HEX)}`,
  atlassian: (r) => `ATATT3${r.signs(186, URL64)}`,
  age: (r) => `AGE-SECRET-KEY-1${r.signs(58, 'QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L')}`,
  netlify: (r) => `nfp_${r.signs(36, WORD)}`,
  grafana: (r) => `glsa_${r.signs(32, WORD)}_${r.signs(8, HEX)}`,
  cerebras: (r) => `csk-${r.signs(48, LOWER + DIGITS)}`,
  prefect: (r) => `pnu_${r.signs(36, WORD)}`,
  okta: (r) => `00${r.signs(38, URL64)}aZ`,
  facebook: (r) => `EAA${r.signs(8, WORD)}BO${r.signs(140, WORD)}`,
  salesforce: (r) => `00D${r.signs(12, WORD)}!AQ${r.signs(94, `${WORD}_.`)}`,
  shippo: (r) => `shippo_${r.of(['live', 'test'])}_${r.signs(40, HEX)}`,
  apify: (r) => `apify_api_${r.signs(36, WORD)}`,
  sourcegraph: (r) => `sgp_${r.signs(16, HEX)}_${r.signs(40, HEX)}`,
  octopus: (r) => `API-${r.signs(30, UPPER + DIGITS)}4`,
  deepl: (r) => `${[8, 4, 4, 4, 12].map((count) => r.signs(count, HEX)).join('-')}:fx`,
  azure: (r) => `${r.signs(3, WORD)}8Q~${r.signs(34, `${WORD}_.~-`)}`,
  jwt: (r) =>
    [
      { alg: 'HS256', typ: 'JWT' },
      { sub: r.digits(10), iat: 1_700_000_000 + r.below(9_999) },
    ]
      .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.') + `.${r.signs(43, URL64)}`,
}

const CARRIERS: readonly ((secret: string, r: Random) => string)[] = [
  (s) => `The deploy uses ${s} for now.`,
  (s) => `const client = createClient('${s}', { retries: 3 })`,
  (s) => `services:\n  web:\n    environment:\n      - CREDENTIAL=${s}\n`,
  (s) => `{"id": 12, "value": "${s}", "ok": true}`,
  (s) => `| staging | \`${s}\` | rotated in May |`,
  (s) => `2026-03-04T10:11:12Z INFO auth ok using ${s}`,
  (s) => `Für den Server gilt ${s}, bitte nicht weitergeben.`,
  (s) => `Hay que usar ${s} en el servidor de pruebas`,
  (s) => `# Notes\n\n- ${s}\n- call Ana`,
  (s) => `curl "https://api.example.org/v1/items?limit=3" -H 'X-Thing: ${s}'`,
  (s) => `x${s}`.slice(1),
  (s, r) => `${r.signs(6, LOWER)}: "${s}"`,
]

export function tokenSamples(r: Random, each: number): readonly Sample[] {
  return Object.entries(TOKENS).flatMap(([family, make]) =>
    Array.from({ length: each }, (): Sample => {
      const secret = make(r)
      const carrier = r.of(CARRIERS)
      return { family, secret, text: carrier(secret, r) }
    }),
  )
}

const INVISIBLE = '\u200b\u200c\u200d\u2060\ufeff\u00ad'
const DISGUISES: Readonly<
  Record<string, (secret: string, r: Random) => { readonly text: string; readonly secret: string }>
> = {
  'zero width': (s, r) => {
    const at = 2 + r.below(s.length - 4)
    const text = s.slice(0, at) + r.of([...INVISIBLE]) + s.slice(at)
    return { text, secret: text }
  },
  'full width': (s) => {
    const text = [...s].map((sign) => String.fromCodePoint(sign.charCodeAt(0) + 0xfee0)).join('')
    return { text, secret: text }
  },
  base64: (s) => {
    const text = Buffer.from(`token ${s}`).toString('base64')
    return { text, secret: text.slice(8) }
  },
  hex: (s) => {
    const text = Buffer.from(s).toString('hex')
    return { text, secret: text }
  },
  percent: (s) => {
    const text = [...s].map((sign) => `%${sign.charCodeAt(0).toString(16)}`).join('')
    return { text, secret: text }
  },
  'split line': (s) => {
    const at = Math.floor(s.length * 0.6)
    return { text: `${s.slice(0, at)}\n${s.slice(at)}`, secret: s.slice(at) }
  },
  'joined literals': (s) => {
    const at = Math.floor(s.length / 2)
    return { text: `"${s.slice(0, at)}" + "${s.slice(at)}"`, secret: s.slice(at) }
  },
}

/** Secrets of fixed length, in one of the disguises that are undone before detection. */
export function disguisedSamples(r: Random, each: number): readonly Sample[] {
  const makers = [
    TOKENS['github classic'],
    TOKENS['aws id'],
    TOKENS.npm,
    TOKENS['google api'],
    TOKENS.stripe,
    TOKENS.anthropic,
  ].flatMap((make) => (make === undefined ? [] : [make]))
  return Object.entries(DISGUISES).flatMap(([family, disguise]) =>
    Array.from({ length: each }, (): Sample => {
      const { text, secret } = disguise(r.of(makers)(r), r)
      return { family, secret, text: `note: ${text} end` }
    }),
  )
}

const password = (r: Random): string =>
  r.of([
    () =>
      `${r.of(['Summer', 'Katze', 'Perro', 'Blue', 'Dragon', 'Lisboa'])}${r.digits(2 + r.below(3))}${r.of(['', '!', '#', '$'])}`,
    () => r.signs(10 + r.below(8), WORD) + r.digits(1),
    () => `${r.signs(4, LOWER)}-${r.signs(4, LOWER)}-${r.digits(2)}`,
    () => `${r.signs(5, LOWER)}${r.of(['@', '#', '$', '%'])}${r.signs(3, WORD)}`,
  ])()

const STRUCTURED: Readonly<Record<string, (s: string) => string>> = {
  'database address': (s) => `postgres://app:${s}@db.internal:5432/main`,
  'cache address': (s) => `REDIS_URL=redis://:${s}@cache.internal:6379/0`,
  'ado string': (s) => `Server=tcp:db,1433;Database=x;User ID=sa;Password=${s};Encrypt=True;`,
  'basic header': (s) => `Authorization: Basic ${Buffer.from(`user:${s}`).toString('base64')}`,
  'bearer header': (s) => `curl -H "Authorization: Bearer ${s}${s}1a" https://api.example.org`,
  environment: (s) => `export DB_PASSWORD='${s}'`,
  'env file': (s) => `ADMIN_PASSWORD=${s}\nPORT=80`,
  yaml: (s) => `db:\n  user: app\n  password: "${s}"\n`,
  json: (s) => `{"user": "app", "password": "${s}"}`,
  ini: (s) => `[smtp]\nuser = app\npassword = ${s}\n`,
  code: (s) => `const dbPassword = "${s}";`,
  xml: (s) => `<settings><password>${s}</password></settings>`,
  'private key': (s) =>
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${Buffer.from(s.repeat(9)).toString('base64').slice(0, 64)}\n-----END OPENSSH PRIVATE KEY-----`,
}

export function structuredSamples(r: Random, each: number): readonly Sample[] {
  return Object.entries(STRUCTURED).flatMap(([family, wrap]) =>
    Array.from({ length: each }, (): Sample => {
      const value =
        family === 'code' || family === 'json' || family === 'yaml' || family === 'environment'
          ? password(r).replaceAll('$', 'S')
          : r.signs(12, WORD) + r.digits(1)
      const text = wrap(value)
      const encoded = /Basic (\S+)/.exec(text)?.[1] ?? /-----\n(\S+)\n/.exec(text)?.[1]
      return { family, text, secret: encoded ?? value }
    }),
  )
}

const SAID: Readonly<Record<string, readonly string[]>> = {
  english: [
    'the password is §',
    'My wifi password is § by the way',
    'wifi password: §',
    'Log in with user ana and password §',
    'use § as the password',
    'The password for the printer is §.',
    'password for the NAS: §',
    'She changed the password to §',
    'new password - §',
    'pw: §',
    '- Netflix password §',
    'credentials: admin / §',
    'The router password is "§", keep it.',
    'I set my password to §',
  ],
  german: [
    'Passwort: §',
    'das Passwort ist §',
    'Mein Passwort lautet §',
    'WLAN-Passwort: §',
    'Das Kennwort vom Router ist §',
  ],
  spanish: ['la contraseña es §', 'Contraseña: §', 'la contraseña del wifi es §'],
  french: ['le mot de passe est §', 'Mot de passe : §', 'mot de passe pour le serveur: §'],
  italian: ['la password è §', 'la password del router è §'],
  portuguese: ['a senha é §', 'Senha: §'],
  dutch: ['het wachtwoord is §', 'Wachtwoord: §'],
  other: [
    'пароль: §',
    'пароль от сервера: §',
    '密码是§',
    '密码：§',
    'パスワードは§です',
    '비밀번호: §',
    'hasło: §',
    'lösenord: §',
    'salasana on §',
  ],
}
const PINS = [
  'my PIN is §',
  'PIN: §',
  'The alarm code is §',
  'door code: §',
  'PIN for the card: §',
  'Die Geheimzahl ist §',
  'PIN §',
  'The pin code is §.',
  'el PIN es §',
]

export function contextualSamples(r: Random, each: number): readonly Sample[] {
  const said = Object.entries(SAID).flatMap(([family, sentences]) =>
    sentences.flatMap((sentence) => Array.from({ length: each }, (): Sample => sample(family, sentence, password(r)))),
  )
  return [
    ...said,
    ...PINS.flatMap((sentence) => Array.from({ length: each }, () => sample('pins', sentence, r.digits(r.of([4, 6]))))),
  ]
}

function sample(family: string, sentence: string, secret: string): Sample {
  return { family, text: `We met on Monday. ${sentence.replace('§', () => secret)}\nThen we left.`, secret }
}
