import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { placeholders } from '../shared/identity.ts'

// node build/release-check.ts [TAG]: refuses a release without a publisher, or one whose tag and version differ.

const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
const tag = process.argv[2]
const problems = [
  ...placeholders().map((name) => `shared/identity.ts: ${name} is still a placeholder.`),
  ...(tag === undefined || tag === `v${version}` ? [] : [`The tag is ${tag}, and package.json says ${version}.`]),
]
for (const problem of problems) process.stderr.write(`${problem}\n`)
if (problems.length > 0) process.stderr.write('Nothing is released until this is put right.\n')
process.exitCode = problems.length === 0 ? 0 : 1
