import { readdirSync, readFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { z } from 'zod'

const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.string(),
  author: z.union([z.string(), z.object({ name: z.string() })]).optional(),
})
const LICENCE_FILE = /^(?:licen[cs]e|copying|notice)/i

/**
 * The licences of packages, as one text: each licence once, under the packages that it is for.
 * @param folders the packages' own
 * @param mit the text of the MIT licence, for packages that only name it
 */
export function licencesOf(folders: readonly string[], mit: string): string {
  const packages = folders.map((folder) => {
    const {
      name,
      version,
      license,
      author = `the authors of ${name}`,
    } = Manifest.parse(JSON.parse(readFileSync(nodePath.join(folder, 'package.json'), 'utf8')))
    const texts = readdirSync(folder)
      .filter((file) => LICENCE_FILE.test(file))
      .toSorted()
      .map((file) => readFileSync(nodePath.join(folder, file), 'utf8').replaceAll('\r\n', '\n').trim())
    const owner = typeof author === 'string' ? author : author.name
    const named =
      license === 'MIT'
        ? mit.replace(/^Copyright .*$/m, `Copyright (c) ${owner}`).trim()
        : `By ${owner}. The package has no text of its licence: https://spdx.org/licenses/${license}.html`
    return { name, title: `${name} ${version} (${license})`, text: texts.join('\n\n') || named }
  })
  const byText = Map.groupBy(
    packages.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    ({ text }) => text,
  )
  const parts = [...byText].map(([text, those]) => `${those.map(({ title }) => title).join('\n')}\n\n${text}`)
  return `Variorum contains code of these packages, under their licences.\n\n${parts.map((part) => `${'-'.repeat(80)}\n${part}\n`).join('\n')}`
}
