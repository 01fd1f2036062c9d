import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { homedir, tmpdir } from 'node:os'
import * as nodePath from 'node:path'
import { extractAll, extractFile, listPackage } from '@electron/asar'
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { z } from 'zod'
import { APP_ID } from '../electron/desktop/app-id.ts'
import { PUBLISHER } from '../shared/publisher.ts'
import { Desktop } from '../testing/desktop/desktop.ts'
import { launchBrowser } from '../testing/desktop/shown-pages.ts'
import config from './electron-builder.config.ts'
import { contentsOfApp, contentsOfFolder, differences } from './release-contents.ts'

// Packs the app as electron-builder does, around a stand-in for Electron's binary, and checks the result. It shows
// that configuration, contents and fuses are right, and that main and preload run from the package; not that Electron runs it.

const root = nodePath.join(import.meta.dirname, '..')
const require = createRequire(import.meta.url)

/** The marker that @electron/fuses searches for in a binary; one byte per fuse follows, "0" or "1". */
const SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
const FUSES = 9
const [OFF, ON] = ['0', '1'].map((sign) => sign.charCodeAt(0))

const Manifest = z.looseObject({
  homepage: z.string(),
  author: z.looseObject({ email: z.string() }),
  desktopName: z.string(),
})

const scratch = mkdtempSync(nodePath.join(tmpdir(), 'variorum-package-'))
const problems: string[] = []
const expectThat = (holds: boolean, otherwise: string): void => {
  if (!holds) problems.push(otherwise)
}

function standInElectron(): string {
  const dist = nodePath.join(scratch, 'electron')
  mkdirSync(nodePath.join(dist, 'locales'), { recursive: true })
  mkdirSync(nodePath.join(dist, 'resources'))
  writeFileSync(
    nodePath.join(dist, 'electron'),
    Buffer.concat([
      Buffer.from('stand-in\0'),
      Buffer.from(SENTINEL),
      Buffer.from([1, FUSES]),
      Buffer.from('1'.repeat(FUSES)),
      Buffer.from('\0'),
    ]),
    { mode: 0o755 },
  )
  for (const name of ['locales/en-US.pak', 'LICENSE', 'LICENSES.chromium.html', 'version'])
    writeFileSync(nodePath.join(dist, name), 'stand-in')
  return dist
}

function pack(): string {
  const builder = nodePath.join(nodePath.dirname(require.resolve('electron-builder/package.json')), 'cli.js')
  const args = [
    '--linux',
    'dir',
    '--x64',
    '--publish',
    'never',
    '--config',
    'build/electron-builder.config.ts',
    `-c.electronDist=${standInElectron()}`,
    `-c.directories.output=${nodePath.join(scratch, 'release')}`,
  ]
  const { status, stdout, stderr } = spawnSync(process.execPath, [builder, ...args], {
    cwd: root,
    encoding: 'utf8',
    env: { ...process.env, CSC_IDENTITY_AUTO_DISCOVERY: 'false' },
  })
  if (status !== 0) throw new Error(`electron-builder failed:\n${stdout}${stderr}`)
  return nodePath.join(scratch, 'release', 'linux-unpacked')
}

const ALLOWED =
  /^\/(?:package\.json|LICENSE|out|out\/(?:store|keeping|folder|index|publication|reading)-thread\.js|out\/desktop(?:\/(?:main\.js|preload\.cjs|messages\.json|icon\.png|self-test-worker\.js))?|out\/chunks(?:\/[\w.-]+\.js)?|out\/renderer(?:\/(?:index\.html|mark\.svg|assets(?:\/[\w.-]+\.(?:js|css|woff2))?|licences(?:\/[\w-]+\.txt)?))?)$/
const NEEDED = [
  '/package.json',
  '/LICENSE',
  '/out/desktop/main.js',
  '/out/desktop/preload.cjs',
  '/out/desktop/messages.json',
  '/out/desktop/icon.png',
  '/out/desktop/self-test-worker.js',
  '/out/store-thread.js',
  '/out/keeping-thread.js',
  '/out/folder-thread.js',
  '/out/index-thread.js',
  '/out/publication-thread.js',
  '/out/reading-thread.js',
  '/out/renderer/index.html',
]

function lookInside(asar: string): void {
  const names = listPackage(asar, { isPack: false }).map((name) => name.replaceAll('\\', '/'))
  for (const name of names) expectThat(ALLOWED.test(name), `packed, and should not be: ${name}`)
  for (const name of NEEDED) expectThat(names.includes(name), `not packed: ${name}`)
  const manifest = Manifest.parse(JSON.parse(extractFile(asar, 'package.json').toString()))
  expectThat(manifest.homepage === PUBLISHER.homepage, 'the packed package.json does not name the homepage')
  expectThat(manifest.author.email === PUBLISHER.author.email, 'the packed package.json does not name the author')
  expectThat(manifest.desktopName === `${APP_ID}.desktop`, 'the desktop file would not be that of the windows')
  for (const key of ['scripts', 'devDependencies'])
    expectThat(!Object.hasOwn(Object(manifest), key), `the packed package.json still has "${key}"`)
  for (const name of names.filter((each) => /\.(?:js|cjs|css|html|json)$/.test(each))) {
    const text = extractFile(asar, nodePath.normalize(name.slice(1))).toString()
    for (const place of [root, homedir()].filter((each) => each.length > 5))
      expectThat(!text.includes(place), `${name} names a folder of this machine`)
    expectThat(!text.includes('sourceMappingURL='), `${name} leads to a source map`)
  }
}

const MUST_BE_OFF = [
  FuseV1Options.RunAsNode,
  FuseV1Options.EnableNodeOptionsEnvironmentVariable,
  FuseV1Options.EnableNodeCliInspectArguments,
  FuseV1Options.GrantFileProtocolExtraPrivileges,
]
const MUST_BE_ON = [
  FuseV1Options.EnableCookieEncryption,
  FuseV1Options.EnableEmbeddedAsarIntegrityValidation,
  FuseV1Options.OnlyLoadAppFromAsar,
]

/** What only shows on systems that are not at hand: that the configuration says it. */
function lookAtConfiguration(): void {
  expectThat(config.appId === APP_ID, 'the app and its package have different ids')
  expectThat(config.electronFuses?.resetAdHocDarwinSignature === true, 'macOS would kill an app without a signature')
  expectThat(config.toolsets?.appimage === '1.0.3', 'an AppImage of the former toolset starts without the sandbox')
  expectThat(!JSON.stringify(config).includes('no-sandbox'), 'something is started without the sandbox')
  expectThat(config.linux?.syncDesktopName === true, 'the installed desktop file would have another name')
}

async function lookAtFuses(binary: string): Promise<void> {
  const wire = await getCurrentFuseWire(binary)
  for (const fuse of MUST_BE_OFF) expectThat(Number(wire[fuse]) === OFF, `the fuse ${FuseV1Options[fuse]} is not off`)
  for (const fuse of MUST_BE_ON) expectThat(Number(wire[fuse]) === ON, `the fuse ${FuseV1Options[fuse]} is not on`)
}

/** Runs the packed app's self-test on the stand-in for the `electron` module. */
async function run(asar: string): Promise<void> {
  const app = nodePath.join(scratch, 'app')
  extractAll(asar, app)
  const browser = await launchBrowser()
  const desktop = await Desktop.start(nodePath.join(scratch, 'home'), {
    browser,
    main: nodePath.join(app, 'out', 'desktop', 'main.js'),
    args: ['--self-test'],
  })
  try {
    const { code } = await desktop.hear('exit')
    expectThat(code === 0, `the self-test of what was packed failed: ${desktop.printed}${JSON.stringify(desktop.told)}`)
  } finally {
    await desktop.kill()
    await browser.close()
  }
}

try {
  if (!existsSync(nodePath.join(root, 'out', 'desktop', 'main.js')))
    throw new Error('Nothing is built yet. Run "npm run build" first.')
  const packed = pack()
  const asar = nodePath.join(packed, 'resources', 'app.asar')
  lookInside(asar)
  // As in a release: build/release-check.ts.
  problems.push(...differences({ built: contentsOfFolder(root), packed: contentsOfApp(asar) }))
  lookAtConfiguration()
  await lookAtFuses(nodePath.join(packed, 'variorum'))
  await run(asar)
  process.stdout.write(`${(readFileSync(asar).byteLength / 1e6).toFixed(1)} MB packed\n`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
for (const problem of problems) process.stderr.write(`${problem}\n`)
process.exitCode = problems.length === 0 ? 0 : 1
