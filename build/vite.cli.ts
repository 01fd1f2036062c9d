import type { Rolldown } from 'vite'
import { inAscii } from './in-ascii.ts'
import { forNode } from './vite.node.ts'

/** The command line: one CommonJS file, whose compiled code is kept (compile-cli.ts), and what it loads later. */
export default forNode('out/cli', {
  input: { run: 'electron/cli/run.ts' },
  output: {
    format: 'cjs',
    dynamicImportInCjs: false,
    entryFileNames: '[name].cjs',
    chunkFileNames: '[name]-[hash].cjs',
  },
  plugins: [{ name: 'in-ascii', generateBundle }],
})

/** Last of all: what comes after `renderChunk` would undo the escapes. */
function generateBundle(_options: unknown, bundle: Rolldown.OutputBundle): void {
  for (const file of Object.values(bundle)) if (file.type === 'chunk') file.code = inAscii(file.code)
}
