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
})
