import { defineConfig } from 'vite'

/** A sandboxed preload is one CommonJS file. */
export default defineConfig({
  build: {
    ssr: true,
    outDir: 'out/desktop',
    emptyOutDir: false,
    target: 'chrome146',
    minify: false,
    rolldownOptions: {
      input: { preload: 'electron/desktop/preload.ts' },
      external: ['electron'],
      output: { format: 'cjs', entryFileNames: '[name].cjs' },
    },
  },
})
