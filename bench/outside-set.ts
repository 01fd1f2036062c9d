/*
 * Recall and false alarms of the redaction on texts by authors who have not seen it:
 *   node_modules/.bin/node bench/outside-set.ts FOLDER... [--missed]
 *
 * A folder has `structured`, `contextual`, `payment`, `personal` and `negatives` (each `.jsonl`, a text in each line) and
 * `clean/*.md`. `erase` lists what must go; in a negative or a clean text nothing may. The folders of `electron/policy/samples`
 * named `outside-N` are such sets, without the clean texts; they were fresh once, and are regression tests since. Two more are
 * by the author of the rules: `kinds` were written for what a review found missing, before it was mended, and `public-forms`
 * after that, in the forms in which public texts have credentials, and measured once (bench/RESULTS.md). `everyday` are 300
 * texts written to see which words and detectors earn their place; what changed nothing in any of the sets went.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import nodePath from 'node:path'
import { z } from 'zod'
import { compileRules, redact, type RuleSet } from '../electron/policy/redaction/redact.ts'
import { Certainty, everyGroup, RedactionPolicy } from '../shared/policy.ts'

const Line = z.object({ id: z.string(), text: z.string(), erase: z.array(z.string()).default([]) })
type Line = z.infer<typeof Line>

const folders = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
const showsMissed = process.argv.includes('--missed')
const print = (line: string): void => void process.stdout.write(`${line}\n`)

function linesOf(name: string): readonly Line[] {
  const files = folders.map((folder) => nodePath.join(folder, `${name}.jsonl`)).filter((file) => existsSync(file))
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line.trim() !== '')
      .map((line) => Line.parse(JSON.parse(line))),
  )
}

const cleanTexts = folders.flatMap((folder): readonly Line[] => {
  const clean = nodePath.join(folder, 'clean')
  const names = existsSync(clean) ? readdirSync(clean) : []
  return names.map((id) => ({ id, text: readFileSync(nodePath.join(clean, id), 'utf8'), erase: [] }))
})

/** Whether every occurrence of every value is within what was found. */
function erased({ text, erase }: Line, rules: RuleSet): number {
  const { found } = redact(text, rules)
  const isCovered = (from: number, to: number): boolean => {
    for (let at = from; at < to; at += 1) if (!found.some(({ start, end }) => start <= at && at < end)) return false
    return true
  }
  return erase.filter((value) => {
    for (let at = text.indexOf(value); at >= 0; at = text.indexOf(value, at + 1))
      if (!isCovered(at, at + value.length)) return false
    return true
  }).length
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? 'none' : `${((part / whole) * 100).toFixed(1)} % of ${whole}`

for (const level of Certainty.options) {
  const everything = compileRules(RedactionPolicy.parse({ groups: everyGroup(level) }))
  const byDefault = compileRules(RedactionPolicy.parse({ groups: { ...everyGroup(level), personal: 'off' } }))
  print(`${level}:`)
  for (const kind of ['structured', 'contextual', 'payment', 'personal']) {
    const lines = linesOf(kind)
    const results = lines.map((line) => ({ line, good: erased(line, everything) }))
    const good = results.reduce((sum, result) => sum + result.good, 0)
    print(`  ${kind} ${percent(good, lines.flatMap(({ erase }) => erase).length)}`)
    if (showsMissed && level === 'usual')
      for (const { line, good: count } of results) if (count < line.erase.length) print(`    ${line.id}`)
  }
  for (const [name, rules] of [
    ['by default', byDefault],
    ['everything on', everything],
  ] as const)
    for (const [what, texts] of [
      ['false alarms', linesOf('negatives')],
      ['clean texts changed', cleanTexts],
    ] as const)
      print(
        `  ${what}, ${name} ${percent(texts.filter(({ text }) => redact(text, rules).found.length > 0).length, texts.length)}`,
      )
}
