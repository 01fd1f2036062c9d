/** The doors: keys, links, closing. */
export const DOORS = {
  'no-key-ring': 'no keyring (Secret Service or KWallet) is running, and a plain file wouldn’t be safe',
  'key-chain-refused': 'the system’s keychain refused it',
  'key-chain-opening':
    'The key is in the system’s keychain, which is still being opened. Unlock it if the system asks, and try again in a moment.',
  'key-not-decrypted':
    'The stored key can’t be decrypted (the keychain was reset, or the key belongs to another account). Nothing is sent without it. Enter the key again in Settings.',
  'key-chain-not-there':
    'Your key is in the system’s keychain, which isn’t available right now. Nothing is sent without it. Unlock the keychain and restart Variorum, or enter the key again in Settings.',
  'key-in-chain': 'Kept in {chain}',
  'key-in-memory-because': 'Kept only until you close Variorum: {why}',
  'chain-key-ring': 'the system’s keyring (Secret Service or KWallet)',
  'chain-portal': 'the desktop’s keyring, through its portal',
  'chain-macos': 'the macOS Keychain',
  'chain-windows': 'a file encrypted by Windows for your account',
  'something-went-wrong': 'Something went wrong in Variorum. Nothing was lost; try again, or restart the app.',
  'own-file-busy':
    'Another process has kept Variorum’s file {file} locked for more than five seconds. Nothing was changed; try again in a moment.',
  'not-opened-outside':
    'This couldn’t be opened outside Variorum: it’s no longer there, or no program is set up for it.',
  'not-saved-there': 'The file couldn’t be saved in this folder. Choose another one.',
} as const
