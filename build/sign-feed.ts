import { createHash, createPrivateKey } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { signFeed } from '../electron/updates/feed.ts'
import { PUBLISHER } from '../shared/publisher.ts'

// node build/sign-feed.ts FOLDER: writes latest.json into the folder with the packages. It says which version is the
// newest and what its packages are, signed with the publisher's key (in $UPDATE_SIGNING_KEY, as PEM).
// "openssl genpkey -algorithm ed25519" makes one.

const [folder = '.'] = process.argv.slice(2)
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
const key = createPrivateKey(process.env['UPDATE_SIGNING_KEY'] ?? '')
const page = new URL(`releases/v${version}`, `${PUBLISHER.homepage}/`).href
const packages = readdirSync(folder)
  .filter((name) => /\.(?:AppImage|deb|dmg|zip|exe)$/.test(name))
  .map((name) =>
    createHash('sha512')
      .update(readFileSync(nodePath.join(folder, name)))
      .digest('base64'),
  )
const feed = signFeed({ version, published: new Date().toISOString(), page, packages }, key)
writeFileSync(nodePath.join(folder, 'latest.json'), feed)
