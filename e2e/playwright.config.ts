import { defineConfig } from '@playwright/test'
import { findChromium } from '../build/chromium.ts'

const { executablePath, args } = await findChromium(process.env)

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  workers: 2,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    launchOptions: { executablePath, args: [...args] },
    trace: 'retain-on-failure',
  },
})
