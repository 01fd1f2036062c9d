import { readdirSync, readFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { placeholders } from '../shared/publisher.ts'
import { Contents, differences } from './release-contents.ts'

// npm run release:check -- [TAG] [FOLDER]: refuses a release without a publisher, one whose tag and version differ, and
// one whose packages differ, by the contents-*.json in the folder (build/release-contents.ts).

const [tag, folder] = process.argv.slice(2)
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))

function packagesIn(place: string): Readonly<Record<string, Contents>> {
  const names = readdirSync(place).filter((name) => /^contents-.*\.json$/.test(name))
  return Object.fromEntries(
    names.map((name) => [
      name.slice('contents-'.length, -'.json'.length),
      Contents.parse(JSON.parse(readFileSync(nodePath.join(place, name), 'utf8'))),
    ]),
  )
}

const packages = folder === undefined ? null : packagesIn(folder)
const problems = [
  ...placeholders().map((name) => `shared/publisher.ts: ${name} is still a placeholder.`),
  ...(tag === undefined || tag === `v${version}` ? [] : [`The tag is ${tag}, and package.json says ${version}.`]),
  ...(packages === null ? [] : differences(packages)),
  ...(packages === null || packages.npm?.version === version ? [] : [`There is no npm package of ${version}.`]),
]
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.stderr.write('Nothing is released until this is put right.\n')
process.exitCode = problems.length === 0 ? 0 : 1
