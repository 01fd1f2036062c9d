const IN_KEY_RING = "the system's key ring (Secret Service or KWallet)"
const IN_PORTAL = "the desktop's key ring, through its portal"

/**
 * The key chain that encrypted this, by name; `null` for none. On Linux without a key ring, Electron encrypts all the
 * same, with a password that is public. Only the result tells: each way has its own tag at the front, while the name of
 * the desktop says nothing about what is running.
 */
export function chainOf(encrypted: Buffer, platform: NodeJS.Platform = process.platform): string | null {
  if (platform === 'darwin') return 'the Keychain of macOS'
  if (platform === 'win32') return "Windows' data protection, for your account"
  const tag = encrypted.subarray(0, 3).toString('latin1')
  return tag === 'v11' ? IN_KEY_RING : tag === 'v12' ? IN_PORTAL : null
}
