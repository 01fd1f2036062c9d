import { safeStorage } from 'electron'

/** Whether the system's key chain can keep a secret. */
export async function isAvailable(): Promise<boolean> {
  return (await safeStorage.isAsyncEncryptionAvailable()) && !isPlain()
}

/** On Linux without a key ring, Electron encrypts with a password that is public: as good as none. */
function isPlain(): boolean {
  return process.platform === 'linux' && ['basic_text', 'unknown'].includes(safeStorage.getSelectedStorageBackend())
}

export function nameOfChain(): string {
  if (process.platform === 'darwin') return 'the Keychain of macOS'
  if (process.platform === 'win32') return "Windows' data protection, for your account"
  return safeStorage.getSelectedStorageBackend().startsWith('kwallet')
    ? 'KWallet'
    : "the system's key ring (Secret Service)"
}

export function whyNoChain(): string {
  return isPlain()
    ? 'no key ring (Secret Service or KWallet) is running, and a plain file would not be safe'
    : "the system's key chain refused it"
}
