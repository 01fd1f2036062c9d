import { existsSync } from 'node:fs'
import * as nodePath from 'node:path'

const SYSTEM = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

export interface Browser {
  readonly executablePath: string
  readonly args: readonly string[]
}

/** A browser under test must not look up its maker's hosts, and must not need a GPU or root's sandbox. */
const QUIET = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
]

/** A Chromium to test with: the caller's, the system's, or the one inside an npm package, with its libraries. */
export async function findChromium(env: NodeJS.ProcessEnv): Promise<Browser> {
  const own = env.CHROMIUM ?? SYSTEM.find((path) => existsSync(path))
  if (own !== undefined) return { executablePath: own, args: QUIET }
  // Tells the package which set of system libraries to unpack beside the binary.
  env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const { default: chromium } = await import('@sparticuz/chromium')
  const executablePath = await chromium.executablePath()
  env.LD_LIBRARY_PATH = [
    nodePath.join(nodePath.dirname(executablePath), 'al2023', 'lib'),
    env.LD_LIBRARY_PATH ?? '',
  ].join(nodePath.delimiter)
  return { executablePath, args: QUIET }
}
