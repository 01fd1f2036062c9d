import { fileURLToPath } from 'node:url'
import { getConfig } from '@lingui/conf'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { makeCatalogues } from './catalogues.ts'

// Lingui advises its own transform: a native program, which npm leaves out when it runs on a Node older than 22.19.
process.env.LINGUI_SUPPRESS_BABEL_WARNING = '1'

await makeCatalogues()

const project = fileURLToPath(new URL('..', import.meta.url))
const inProject = { cwd: project, configPath: `${project}lingui.config.ts` }

/** The page: the same files in the browser and in Electron. Nothing is inlined, so that the content security policy can be strict. */
export default defineConfig({
  root: `${project}renderer`,
  base: './',
  cacheDir: `${project}node_modules/.vite`,
  plugins: [
    react(),
    lingui(inProject),
    babel({
      presets: [linguiTransformerBabelPreset({ linguiConfig: getConfig(inProject) }, inProject)],
    }),
  ],
  resolve: {
    alias: {
      // Its browser build decodes entities through innerHTML, which the page's policy (trusted types) forbids.
      'decode-named-character-reference': `${project}node_modules/decode-named-character-reference/index.js`,
    },
  },
  build: {
    outDir: `${project}out/renderer`,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    target: 'es2023',
    chunkSizeWarningLimit: 1040,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Otherwise each set of views that share something gets a file of its own, 70 in all. The page's own file
          // holds everything it imports, in order: `without-eval.ts` must run before any schema is built.
          groups: [
            { name: 'page', test: /renderer\/main\.tsx$/ },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
  },
  test: { name: 'renderer', include: ['**/*.test.{ts,tsx}'], environment: 'node' },
})
