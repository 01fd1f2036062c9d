import { fileURLToPath } from 'node:url'
import { defineConfig } from '@lingui/cli'
import babel from '@lingui/cli/api/extractors/babel'
import type { LinguiConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'
import { MESSAGES } from './shared/messages/table.ts'

const TABLE = 'shared/messages/table.ts'

/** What the core says: the page has it under the same ids. */
const coreMessages: Exclude<NonNullable<LinguiConfig['extractors']>[number], string> = {
  match: (file) => file.endsWith(TABLE),
  extract: async (file, _, onMessage) => {
    for (const [id, message] of Object.entries(MESSAGES)) onMessage({ id, message, origin: [file, 1] })
  },
}

/** The window's languages. `pseudo` is English made long and accented: what is not translatable stands out. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de', 'es', 'zh-Hans', 'pseudo'],
  pseudoLocale: { locale: 'pseudo' },
  fallbackLocales: { default: 'en' },
  catalogs: [
    {
      path: '<rootDir>/renderer/locales/{locale}',
      include: ['<rootDir>/renderer', `<rootDir>/${TABLE}`],
      exclude: ['**/*.test.*'],
    },
  ],
  extractors: [coreMessages, babel],
  runtimeConfigModule: { Trans: [fileURLToPath(new URL('renderer/ui/Trans.tsx', import.meta.url)), 'Trans'] },
  format: formatter({ lineNumbers: false }),
})
