import { availableParallelism, devNull } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { COMPILE_CACHE } from './testing/compile-cache.ts'

/** The files from outside take longest: first, so that no core waits for the last of them at the end. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    // oxlint-disable-next-line unicorn/no-array-sort -- a sequencer's method, no array's
    const sorted = await super.sort(files)
    const isFromOutside = ({ project }: TestSpecification): boolean => project.name === 'built'
    return [...sorted.filter(isFromOutside), ...sorted.filter((file) => !isFromOutside(file))]
  }
}

/** One more than there are cores, since some tests wait for the disk or for programs they started. */
const maxWorkers = availableParallelism() + 1

/** Threads run their built programs where `npm test` has just built them, their sources where it has not. */
const builtThreads = {
  find: /^.*\/thread-program\.ts$/,
  replacement: fileURLToPath(new URL('testing/built-threads.ts', import.meta.url)),
}
const alias = process.env.VARIORUM_IS_BUILT === undefined ? [] : [builtThreads]

/** What the machine's owner tells git is no part of a test. */
const PLAIN_GIT = { GIT_CONFIG_GLOBAL: devNull, GIT_CONFIG_NOSYSTEM: '1', GIT_ATTR_NOSYSTEM: '1' }

/** What is waited for comes at once; where much else runs, it comes later, and that is no failure. */
const PATIENT = { poll: { timeout: 30_000 } }

export default defineConfig({
  test: {
    maxWorkers,
    // One set of modules for each worker, not for each file: loading what redaction knows of languages takes a while.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        resolve: { alias },
        test: {
          name: 'main',
          globalSetup: 'testing/run-folder.ts',
          include: ['shared/**/*.test.ts', 'electron/**/*.test.ts', 'build/**/*.test.ts'],
          testTimeout: 60_000,
          expect: PATIENT,
          // The threads that tests start load the sources anew, each time.
          env: { ...COMPILE_CACHE, ...PLAIN_GIT },
        },
      },
      // Tests of the store once more, with its history beside the folder. The `.git` of these folders is not the store's.
      {
        resolve: { alias },
        test: {
          name: 'beside',
          globalSetup: 'testing/run-folder.ts',
          include: [
            'electron/memory/write/{recovery,recovery-reverts,transaction}.test.ts',
            'electron/memory/tests/{rollback,several-files,store.property,subjects}.test.ts',
            'electron/memory/tests/{undo-histories,undo-restore}.test.ts',
            'electron/memory/history/{blame,file-use}.test.ts',
          ],
          testTimeout: 60_000,
          expect: PATIENT,
          env: { ...COMPILE_CACHE, ...PLAIN_GIT, VARIORUM_TEST_HISTORY: 'beside' },
        },
      },
      // From outside: these run the built command line.
      {
        test: {
          name: 'built',
          globalSetup: 'testing/run-folder.ts',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 300_000,
          env: PLAIN_GIT,
          expect: PATIENT,
        },
      },
      {
        extends: './build/vite.renderer.ts',
        root: './renderer',
        test: {
          name: 'renderer',
          include: ['**/*.test.{ts,tsx}'],
          isolate: false,
          maxWorkers,
          setupFiles: ['testing/fresh-file.ts'],
        },
      },
    ],
  },
})
