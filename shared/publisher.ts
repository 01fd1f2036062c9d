/**
 * Who publishes this build, in one place. Whoever publishes it fills this in. While a value ends in `.invalid`, a name
 * that no server can have, the app does not look for updates and the release workflow refuses to run.
 */
export const PUBLISHER = {
  homepage: 'https://variorum.invalid',
  author: { name: 'The Variorum authors', email: 'hello@variorum.invalid' },
  repository: 'https://variorum.invalid/source.git',
  /** The name in the registry of MCP servers; the part before the slash belongs to the publisher. */
  mcpName: 'io.variorum.invalid/variorum',
  /** Where to report a vulnerability, besides the repository's own form. */
  securityAddress: 'security@variorum.invalid',
  updates: {
    /** The file that names the newest version, signed; see electron/updates/feed.ts. */
    feed: 'https://updates.variorum.invalid/latest.json',
    /** The Ed25519 key that its signature must fit: the public key in base64, as SPKI DER. */
    publicKey: 'none.invalid',
    /** Whether packages are signed with certificates that macOS and Windows know. Only then are updates installed. */
    arePackagesSigned: false,
  },
} as const

/** The values that still have to be filled in, by name; none in a build that may be published. */
export function placeholders(publisher: object = PUBLISHER, within = ''): readonly string[] {
  return Object.entries(publisher).flatMap(([name, value]: [string, unknown]) => {
    const path = within === '' ? name : `${within}.${name}`
    if (typeof value === 'object' && value !== null) return placeholders(value, path)
    return typeof value === 'string' && /\.invalid(?:\/|$)/.test(value) ? [path] : []
  })
}
