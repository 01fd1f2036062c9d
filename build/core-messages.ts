import { readdir, readFile, writeFile } from 'node:fs/promises'
import * as nodePath from 'node:path'
import { formatter } from '@lingui/format-po'
import { MESSAGES } from '../shared/messages/table.ts'
import { GENERATED } from './catalogues.ts'

/** Writes what the core says in each language of the page, for the desktop's own menus and dialogs. */
export async function writeCoreMessages(locales: string, target: string): Promise<void> {
  const names = (await readdir(locales)).filter(
    (name) => name.endsWith('.po') && !GENERATED.includes(name.slice(0, -3)),
  )
  const languages = await Promise.all(
    names.map(async (name) => {
      const locale = name.slice(0, -3)
      const filename = nodePath.join(locales, name)
      const catalog = await formatter().parse(await readFile(filename, 'utf8'), {
        locale,
        filename,
        sourceLocale: 'en',
      })
      return [locale, Object.fromEntries(Object.keys(MESSAGES).map((id) => [id, catalog[id]?.translation]))] as const
    }),
  )
  await writeFile(target, JSON.stringify(Object.fromEntries(languages)))
}
