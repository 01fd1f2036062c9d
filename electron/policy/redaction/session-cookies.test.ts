import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { DEFAULT_POLICIES } from '../../../shared/policy.ts'
import { readSamples } from '../testing/read-samples.ts'
import { compileRules, redact } from './redact.ts'

const byDefault = compileRules(DEFAULT_POLICIES.redaction)
const SEED = Number(process.env.VARIORUM_SEED ?? 20_261_128)
const RUNS = { numRuns: Number(process.env.VARIORUM_LONG ?? 400), seed: SEED }

const of = (signs: string, minLength: number, maxLength = minLength): fc.Arbitrary<string> =>
  fc.string({ unit: fc.constantFrom(...signs), minLength, maxLength })
const ALL = 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'
const HEX = '0123456789abcdef'
const uuid = fc.tuple(of(HEX, 8), of(HEX, 4), of(HEX, 4), of(HEX, 4), of(HEX, 12)).map((parts) => parts.join('-'))
// Without "A", since an id of AWS ("AGPA…") may stand in these letters by chance.
const ulid = of('0123456789BCDEFGHJKMNPQRSTVWXYZ', 24).map((tail) => `01${tail}`)
const hex = fc.constantFrom(8, 12, 16, 32, 40, 64).chain((length) => of(HEX, length))
const day = fc.date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })

/** As programs name things: none of it lets anybody in. */
const id = fc.oneof(
  uuid,
  ulid,
  hex,
  fc
    .tuple(
      fc.constantFrom('ses', 'sess', 'session', 'req', 'run', 'thread', 'agent'),
      of(ALL, 12, 26).filter((text) => /\d.*[A-Za-z].*\d/.test(text)),
    )
    .map((parts) => parts.join('_')),
  day.map((date) => date.toISOString().slice(0, 19).replaceAll(':', '-')),
  fc
    .tuple(fc.constantFrom('gauges', 'nightly', 'chat', 'release-notes'), day, of(HEX, 4, 8))
    .filter((parts) => !parts[2].includes('2fa'))
    .map(([word, date, tail]) => `${word}-${date.toISOString().slice(0, 10)}-${tail}`),
)
const name = fc.constantFrom(
  ...'session_id sessionId SESSION_ID session Session sid originSessionId parent_session sessionid'.split(' '),
  ...'request_id x-request-id trace_id span_id conversation_id thread_id runId'.split(' '),
  'Session ID',
)
const layout = fc.constantFrom(
  (key: string, value: string) =>
    `---\nname: bike\nmetadata:\n  type: user\n  ${key}: ${value}\n  modified: 2026-11-28T03:00:55.304Z\n---\n\nIt is blue.\n`,
  (key: string, value: string) => `{"type":"user","${key}":"${value}","cwd":"/home/ana","tokens":18204}`,
  (key: string, value: string) => `2026-11-28T03:00:55Z INFO ${key}=${value} took=31ms exit=0`,
  (key: string, value: string) => `${key}: ${value} (resumed)`,
  (key: string, value: string) => `- **${key}**: ${value}\n- Source: chat`,
  (key: string, value: string) => `| ${key} | turns |\n|---|---|\n| ${value} | 14 |`,
  (key: string, value: string) => `The ${key} was ${value}, go on with \`claude --resume ${value}\`.`,
)

/** Letters of both cases and digits all over, as no id has them. What begins with "6L" is what reCAPTCHA publishes. */
const unguessable = of(ALL, 24, 48).filter(
  (text) => (text.match(/\d[a-zA-Z]|[a-zA-Z]\d/g) ?? []).length > 6 && /[g-zG-Z]/.test(text) && !/^6l/i.test(text),
)
const cookieOfAnySession = fc.constantFrom(
  (value: string) => `Cookie: sid=${value}; theme=dark`,
  (value: string) => `Set-Cookie: session_id=${value}; Path=/; HttpOnly`,
  (value: string) => `curl -b "session=${value}" https://rota.example/me`,
  (value: string) => `sid=${value}; Secure; SameSite=Lax`,
  (value: string) => `JSESSIONID=${value}`,
  (value: string) => `session_token: ${value}`,
  (value: string) => `{"name":"sid","value":"${value}","domain":".rota.example","httpOnly":true}`,
  (value: string) => `.rota.example\tTRUE\t/\tTRUE\t1798761600\tsid\t${value}`,
)
const cookieByForm = fc.constantFrom(
  (value: string) => `sessionid=${value}`,
  (value: string) => `"sessionId": "${value}"`,
  (value: string) => `connect.sid=s%3A${value}`,
  (value: string) => `PHPSESSID: ${value}`,
)

describe('what names a session, and what lets somebody into it', () => {
  test('an id stays, whatever it is called and wherever it stands', () => {
    fc.assert(
      fc.property(layout, name, id, (write, key, value) => {
        const text = write(key, value)
        expect(redact(text, byDefault).text).toBe(text)
      }),
      RUNS,
    )
  })

  test('a cookie goes, even if it has the form of an id', () => {
    fc.assert(
      fc.property(
        cookieOfAnySession,
        fc.oneof(
          uuid.filter((text) => /[a-f]/.test(text)),
          unguessable,
        ),
        (write, value) => {
          expect(redact(write(value), byDefault).text).not.toContain(value)
        },
      ),
      RUNS,
    )
  })

  test('what nobody can guess goes, even without a word for a cookie', () => {
    fc.assert(
      fc.property(cookieByForm, unguessable, (write, value) => {
        expect(redact(write(value), byDefault).text).not.toContain(value)
      }),
      RUNS,
    )
  })
})

describe('the files that agents write raise no alarm', () => {
  test.each(Object.entries(readSamples.agentFiles()))('%s', (_, lines) => {
    expect(redact(lines.join('\n'), byDefault).found).toEqual([])
  })
})
