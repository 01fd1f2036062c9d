import * as nodePath from 'node:path'
import { defineConfig } from '@playwright/test'
import { findChromium } from '../build/chromium.ts'
import { electronBinary } from '../build/electron-binary.ts'

// In the tests git knows the user's name, whether or not it does on this computer.
process.env.GIT_CONFIG_GLOBAL = nodePath.join(import.meta.dirname, 'user.gitconfig')
const { executablePath, args } = await findChromium(process.env)
const electron = electronBinary()
/** Where `npm test` reads how long each file took. */
const report = process.env.VARIORUM_BROWSER_REPORT

export default defineConfig({
  testDir: '.',
  globalSetup: '../testing/run-folder.ts',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 120_000,
  // An answer of the core takes longer where others run; what is right at once costs nothing.
  expect: { timeout: 15_000 },
  reporter: [['list'], ...(report === undefined ? [] : [['json', { outputFile: report }] as const])],
  use: {
    // A name that nothing has fails there and then, not when the test's time is up.
    actionTimeout: 15_000,
    // Animations are drawn in software here, up to sixty frames a second. Only story.spec.ts keeps them.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath, args: [...args] },
    // A trace of every test costs a sixth of the time: `--trace on` for the one that fails.
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'browser' },
    // The same tests in the real thing, where it is there; those of the loopback door and of other window sizes mean the browser.
    ...(electron === null
      ? []
      : [
          {
            name: 'electron',
            testIgnore: /(?:door|looks|models)\.spec\.ts$/,
            grepInvert: /@browser/,
            workers: 1,
            metadata: { electron },
          },
        ]),
  ],
})
