import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { defineConfig } from 'vite'

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

/** The main side: the command line and the desktop's main process, everything bundled but Electron and Node. */
export default defineConfig({
  define: { VARIORUM_VERSION: JSON.stringify(version) },
  build: {
    ssr: true,
    outDir: 'out',
    emptyOutDir: false,
    target: 'node24',
    minify: false,
    rolldownOptions: {
      input: {
        cli: 'electron/cli/launch.ts',
        'desktop/main': 'electron/desktop/main.ts',
        'store-thread': 'electron/store-thread/worker.ts',
        'publication-thread': 'electron/memory/write/publication-worker.ts',
        'folder-thread': 'electron/store-thread/folder-worker.ts',
        'index-thread': 'electron/memory/history/index-worker.ts',
        'desktop/self-test-worker': 'electron/desktop/self-test-worker.ts',
      },
      external: ['electron', ...builtinModules, /^node:/],
      output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
    },
  },
  ssr: { noExternal: true },
})
