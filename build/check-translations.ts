import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import * as nodePath from 'node:path'

// Fails when a string of the page is not in the catalogue: `npm run translate` adds it.

const root = nodePath.join(import.meta.dirname, '..')
const catalogue = nodePath.join(root, 'renderer', 'locales', 'en.po')
const lingui = nodePath.join(nodePath.dirname(createRequire(import.meta.url).resolve('@lingui/cli')), 'lingui.js')

/** Headers hold the time of the extraction. */
const messages = (text: string): string => text.slice(text.indexOf('\n\n'))

const before = readFileSync(catalogue, 'utf8')
const { status, stdout, stderr } = spawnSync(
  process.execPath,
  [lingui, 'extract', '--clean', '--overwrite', '--locale', 'en'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
const after = readFileSync(catalogue, 'utf8')
writeFileSync(catalogue, before)
if (status !== 0) process.stderr.write(stdout + stderr)
else if (messages(before) !== messages(after))
  process.stderr.write(
    'The catalogue does not hold the strings of the page. Run "npm run translate" and commit the result.\n',
  )
process.exitCode = status === 0 && messages(before) === messages(after) ? 0 : 1
