import { createPrivateKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'
import { signFeed } from '../electron/updates/feed.ts'
import { IDENTITY } from '../shared/identity.ts'

// node build/sign-feed.ts FILE: writes the file that says which version is the newest, signed with the publisher's key
// (in $UPDATE_SIGNING_KEY, as PEM). "openssl genpkey -algorithm ed25519" makes one.

const [path = 'latest.json'] = process.argv.slice(2)
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
const key = createPrivateKey(process.env['UPDATE_SIGNING_KEY'] ?? '')
const page = new URL(`releases/v${version}`, `${IDENTITY.homepage}/`).href
writeFileSync(path, signFeed({ version, published: new Date().toISOString(), page }, key))
