/*
 * Recall, false alarms and speed of the redaction, on sets made from a seed:
 *   node_modules/.bin/node bench/redaction.ts [seed] [--bad]
 */
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { compileRules, redact, type RuleSet } from '../electron/policy/redaction/redact.ts'
import { hardNegatives } from '../electron/policy/testing/hard-negatives.ts'
import { paymentSamples, personalSamples } from '../electron/policy/testing/labelled-personal.ts'
import {
  contextualSamples,
  disguisedSamples,
  structuredSamples,
  tokenSamples,
  type Sample,
} from '../electron/policy/testing/labelled-secrets.ts'
import { Random } from '../electron/policy/testing/random.ts'
import { score, shareErased } from '../electron/policy/testing/score.ts'
import { templateSets } from '../electron/policy/testing/template-sets.ts'
import { DEFAULT_POLICIES, everyGroup, RedactionPolicy } from '../shared/policy.ts'

const seed = Number(process.argv[2] ?? 1)
const showBad = process.argv.includes('--bad')
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const byDefault = compileRules(DEFAULT_POLICIES.redaction)
const everything = compileRules({
  ...DEFAULT_POLICIES.redaction,
  groups: everyGroup('usual'),
})

function report(name: string, samples: readonly Sample[], rules: RuleSet): void {
  const { share, families } = score(samples, rules)
  const short = families
    .filter(({ good, total }) => good < total)
    .map(({ family, good, total }) => `${family} ${good}/${total}`)
  print(
    `${name}: ${(share * 100).toFixed(2)} % of ${samples.length}${short.length === 0 ? '' : `; short of all: ${short.join(', ')}`}`,
  )
  if (showBad)
    for (const { family, bad } of families)
      for (const line of bad.slice(0, 2)) print(`    ${family}: ${line.replaceAll('\n', '\\n')}`)
}

function median(work: () => void, times = 7): number {
  const taken = Array.from({ length: times }, () => {
    // CPU time: other programs on the machine do not count.
    const from = process.cpuUsage()
    work()
    const { user, system } = process.cpuUsage(from)
    return (user + system) / 1_000
  })
  return taken.toSorted((one, two) => one - two)[times >> 1] ?? 0
}

const filled = (text: string): string => text.repeat(Math.ceil(100_000 / text.length)).slice(0, 100_000)

function speed(): void {
  const prose =
    'Ana met us on Monday in Lisbon, and we spoke about the plan for the harbour: 12 gauges, three of them new. The password policy is strict.\n'
  const random = new Random(seed)
  const dense = [...tokenSamples(random, 3), ...contextualSamples(random, 2), ...paymentSamples(random, 20)]
    .map(({ text }) => text)
    .join('\n')
  const inputs: Readonly<Record<string, string>> = {
    prose: filled(prose),
    code: filled(readFileSync(new URL('../electron/core.ts', import.meta.url), 'utf8')),
    'one secret in prose': `${filled(prose).slice(0, 99_900)}\nthe password is hunter2`,
    'nothing but secrets': filled(`${dense}\n`),
    'hostile: aaaa': filled('a'),
    'hostile: 1111': filled('1'),
    'hostile: eyJ': filled('eyJ'),
    'hostile: sk-': filled('sk-'),
    'hostile: password': filled('password '),
    'hostile: password is': filled('password is '),
    'hostile: ://a:': filled('://a:'),
    'hostile: [redacted': filled('[redacted: password]'),
    'hostile: BEGIN': filled('-----BEGIN PRIVATE KEY-----\n'),
    'hostile: %70': filled('%70%61'),
    'hostile: zero width': filled('a\u200b'),
    'hostile: base64': filled(`${Buffer.from('password=hunter22').toString('base64')} `),
    'hostile: digits': filled('4111 '),
    'hostile: @': filled('a@a.'),
    'hostile: spaces': filled(' '),
    'hostile: login': filled('login with a '),
  }
  for (const [name, text] of Object.entries(inputs)) {
    print(
      `${name}: ${median(() => void redact(text, byDefault)).toFixed(1)} ms by default, ${median(() => void redact(text, everything)).toFixed(1)} ms with everything on`,
    )
  }
  const hostile = [
    '(a+)+$',
    '([a-zA-Z]+)+!',
    'a*a*a*a*b',
    '\\w*\\d\\w*!',
    '[\\w.]+@[\\w.]+\\.com',
    '(x+x+)+y',
    '(a|b)*c.{20}d',
    'a(.*b)?',
    '(?:a?){400}c',
    '[ab]{1,400}c',
    '(?:[ab]{1,20}){20}c',
    'a[ab]{300}c',
  ]
  // The end of it is what a search of many states looks for before it begins.
  const mixed = `${random.signs(99_998, 'ab')} c`
  for (const expression of hostile) {
    const rules = compileRules(
      RedactionPolicy.parse({
        groups: everyGroup('off'),
        rules: [{ name: 'hostile', kind: 'expression', expression }],
      }),
    )
    const worst = Math.max(
      ...[...['a', 'ab', 'abc', 'a.', '1', 'x', 'word '].map(filled), mixed].map((text) =>
        median(() => void redact(text, rules), 3),
      ),
    )
    print(`rule ${expression}: ${rules.refused.length > 0 ? 'refused' : `${worst.toFixed(1)} ms at worst`}`)
  }
}

print(`seed ${seed}, ${cpus()[0]?.model ?? 'unknown'} x ${cpus().length}, Node ${process.version}`)
report('tokens', tokenSamples(new Random(seed), 50), byDefault)
report('tokens in disguise', disguisedSamples(new Random(seed + 1), 200), byDefault)
report('structured', structuredSamples(new Random(seed + 2), 100), byDefault)
report('contextual', contextualSamples(new Random(seed + 3), 50), byDefault)
report('payment', paymentSamples(new Random(seed + 4), 500), byDefault)
report('personal', personalSamples(new Random(seed + 5), 200), everything)
report('hard negatives kept, by default', hardNegatives(new Random(seed + 6), 300), byDefault)
report('hard negatives kept, everything on', hardNegatives(new Random(seed + 7), 300), everything)
for (const [name, samples] of Object.entries(templateSets(new Random(seed + 8), 10))) {
  const { share, total, exact, bad } = shareErased(
    samples,
    name === 'personal' || name === 'negatives' ? everything : byDefault,
  )
  print(
    `another hand, ${name}: ${(share * 100).toFixed(2)} % of ${total}; exact in ${exact} of ${samples.length} texts`,
  )
  if (showBad) for (const line of bad.slice(0, 20)) print(`    ${line.replaceAll('\n', '\\n')}`)
}
speed()
