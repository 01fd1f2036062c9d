import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as nodePath from 'node:path'
import { GENERATED } from './catalogues.ts'

// Fails when a catalogue does not hold the strings of the page and of the core, or does not translate one of them:
// `npm run translate` adds what is new.

const root = nodePath.join(import.meta.dirname, '..')
const folder = nodePath.join(root, 'renderer', 'locales')
const lingui = nodePath.join(nodePath.dirname(createRequire(import.meta.url).resolve('@lingui/cli')), 'lingui.js')
const catalogues = readdirSync(folder).filter((name) => name.endsWith('.po') && !GENERATED.includes(name.slice(0, -3)))
const read = (name: string): string => readFileSync(nodePath.join(folder, name), 'utf8')

/** Headers hold the time of the extraction. */
const messages = (text: string): string => text.slice(text.indexOf('\n\n'))
/** The first one is the header's. */
const untranslated = (text: string): number => messages(text).match(/\nmsgstr ""\n(?!")/g)?.length ?? 0

/** Strings that stand twice, as when a sentence of the core is named like a string of the page: which one is meant is open. */
const doubled = (text: string): readonly string[] => {
  const ids: readonly string[] = messages(text).match(/\n(?:msgctxt .*\n)?msgid .*/g) ?? []
  return ids.filter((id, at) => ids.indexOf(id) !== at)
}

const before = new Map(catalogues.map((name) => [name, read(name)]))
const extract = ['extract', '--clean', '--overwrite', '--locale', catalogues.map((name) => name.slice(0, -3)).join(',')]
const { status, stdout, stderr } = spawnSync(process.execPath, [lingui, ...extract], { cwd: root, encoding: 'utf8' })
const problems = status === 0 ? [] : [stdout + stderr]
for (const [name, text] of before) {
  const after = read(name)
  writeFileSync(nodePath.join(folder, name), text)
  if (messages(text) !== messages(after))
    problems.push(`${name} does not hold the strings of the page. Run "npm run translate" and commit the result.\n`)
  for (const id of doubled(text)) problems.push(`${name} has two entries of one name:${id}\nRename one of them.\n`)
  if (untranslated(text) > 0)
    problems.push(`${name} lacks ${untranslated(text)} translations. Translate what has an empty msgstr.\n`)
}
for (const problem of problems) process.stderr.write(problem)
process.exitCode = problems.length === 0 ? 0 : 1
