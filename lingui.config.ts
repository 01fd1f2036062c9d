import { fileURLToPath } from 'node:url'
import { defineConfig } from '@lingui/cli'
import { formatter } from '@lingui/format-po'

/** The window's languages. `pseudo` is English made long and accented: what is not translatable stands out. */
export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'pseudo'],
  pseudoLocale: { locale: 'pseudo' },
  fallbackLocales: { default: 'en' },
  catalogs: [
    { path: '<rootDir>/renderer/locales/{locale}', include: ['<rootDir>/renderer'], exclude: ['**/*.test.*'] },
  ],
  runtimeConfigModule: { Trans: [fileURLToPath(new URL('renderer/ui/Trans.tsx', import.meta.url)), 'Trans'] },
  format: formatter({ lineNumbers: false }),
})
