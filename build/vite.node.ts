import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { defineConfig, type Rolldown, type UserConfig } from 'vite'

const { version }: { readonly version: string } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
)

/** Programs that run in Node, everything bundled but Electron and Node. */
export function forNode(outDir: string, rolldownOptions: Rolldown.RolldownOptions): UserConfig {
  return defineConfig({
    define: { VARIORUM_VERSION: JSON.stringify(version) },
    build: {
      ssr: true,
      outDir,
      emptyOutDir: false,
      // Of the command line's package; Electron's is newer.
      target: 'node22',
      minify: false,
      rolldownOptions: { external: ['electron', ...builtinModules, /^node:/], ...rolldownOptions },
    },
    ssr: { noExternal: true },
  })
}

/** The desktop's main process, the threads of every door, the library, and what starts the command line. */
export default forNode('out', {
  input: {
    cli: 'electron/cli/launch.ts',
    library: 'electron/library/variorum.ts',
    'desktop/main': 'electron/desktop/main.ts',
    'store-thread': 'electron/store-thread/worker.ts',
    'publication-thread': 'electron/memory/write/publication-worker.ts',
    'keeping-thread': 'electron/store-thread/keeping-worker.ts',
    'folder-thread': 'electron/store-thread/folder-worker.ts',
    'index-thread': 'electron/memory/history/index-worker.ts',
    'reading-thread': 'electron/memory/history/reading-worker.ts',
    'desktop/self-test-worker': 'electron/desktop/self-test-worker.ts',
  },
  output: { entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
})
