import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'

const IN_KEY_RING = say('chain-key-ring')
const IN_PORTAL = say('chain-portal')

/**
 * The key chain that encrypted this, by name; `null` for none. On Linux without a key ring, Electron encrypts all the
 * same, with a password that is public. Only the result tells: each way has its own tag at the front, while the name of
 * the desktop says nothing about what is running.
 */
export function chainOf(encrypted: Buffer, platform: NodeJS.Platform = process.platform): Message | null {
  if (platform === 'darwin') return say('chain-macos')
  if (platform === 'win32') return say('chain-windows')
  const tag = encrypted.subarray(0, 3).toString('latin1')
  return tag === 'v11' ? IN_KEY_RING : tag === 'v12' ? IN_PORTAL : null
}
