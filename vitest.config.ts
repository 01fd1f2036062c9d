import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // The default leaves one core free: on two cores that is half of them.
    maxWorkers: '100%',
    // One set of modules for each worker, not for each file: loading what redaction knows of languages takes a while.
    isolate: false,
    projects: [
      {
        test: {
          name: 'main',
          include: ['shared/**/*.test.ts', 'electron/**/*.test.ts', 'build/**/*.test.ts'],
          testTimeout: 60_000,
        },
      },
      // From outside: these run the built command line.
      { test: { name: 'built', include: ['e2e/**/*.test.ts'], testTimeout: 300_000 } },
      {
        extends: './build/vite.renderer.ts',
        root: './renderer',
        test: { name: 'renderer', include: ['**/*.test.{ts,tsx}'] },
      },
    ],
  },
})
