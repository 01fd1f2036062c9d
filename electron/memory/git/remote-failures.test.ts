import { expect, test } from 'vitest'
import { failureOf, pushRefusal } from './remote-failures.ts'

// Texts of real servers and programs, in cases that a test cannot bring about.

test.each([
  [
    'host-key',
    'fetch',
    'No ED25519 host key is known for h and you have requested strict checking.\nHost key verification failed.\nfatal: Could not read from remote repository.',
  ],
  [
    'host-key-changed',
    'fetch',
    '@    WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!     @\nHost key verification failed.',
  ],
  ['sign-in', 'fetch', 'git@github.com: Permission denied (publickey).\nfatal: Could not read from remote repository.'],
  [
    'sign-in',
    'list',
    "remote: HTTP Basic: Access denied\nfatal: Authentication failed for 'https://gitlab.com/a/b.git/'",
  ],
  ['sign-in', 'list', "fatal: could not read Username for 'https://github.com': terminal prompts disabled"],
  ['not-found', 'list', 'ERROR: Repository not found.\nfatal: Could not read from remote repository.'],
  ['not-found', 'list', "remote: Not Found\nfatal: repository 'https://codeberg.org/a/b/' not found"],
  [
    'offline',
    'list',
    'ssh: Could not resolve hostname nowhere.invalid: Name or service not known\nfatal: Could not read from remote repository.',
  ],
  ['offline', 'list', "fatal: unable to access 'https://h/': Could not resolve host: h"],
  [
    'offline',
    'fetch',
    'error: RPC failed; curl 56 GnuTLS recv error\nfatal: early EOF\nfatal: fetch-pack: invalid index-pack output',
  ],
  ['offline', 'list', 'kex_exchange_identification: Connection closed by remote host'],
  ['certificate', 'list', "fatal: unable to access 'https://h/': SSL certificate problem: self-signed certificate"],
  [
    'certificate',
    'list',
    "fatal: unable to access 'https://h/': server certificate verification failed. CAfile: none CRLfile: none",
  ],
  [
    'refused',
    'push',
    "remote: Permission to a/b.git denied to c.\nfatal: unable to access 'https://github.com/a/b.git/': The requested URL returned error: 403",
  ],
  ['refused', 'push', 'error: remote unpack failed: unable to create temporary object directory'],
  ['refused', 'push', 'remote: fatal: Unable to create temporary file: Read-only file system'],
  [
    'full',
    'push',
    'remote: fatal: write error: No space left on device\nerror: remote unpack failed: index-pack abnormal exit',
  ],
  ['full', 'push', 'fatal: write error: No space left on device'],
  ['disk-full', 'fetch', 'fatal: write error: No space left on device\nfatal: fetch-pack: invalid index-pack output'],
  [
    'damaged',
    'fetch',
    "error: object 1234567890123456789012345678901234567890: hasDotgit: contains '.git'\nfatal: fsck error in packed object",
  ],
  ['damaged', 'fetch', 'fatal: pack has 3 unresolved deltas\nfatal: fetch-pack: invalid index-pack output'],
  ['damaged', 'fetch', 'error: https://h/ did not send all necessary objects'],
  [
    'damaged',
    'fetch',
    'remote: fatal: unable to read 1234567890123456789012345678901234567890\nremote: aborting due to possible repository corruption on the remote side.',
  ],
  ['ownership', 'list', "fatal: detected dubious ownership in repository at '/mnt/n.git'"],
  ['unsupported', 'list', 'fatal: unknown repository extension found:\n\trefstorage'],
  ['not-a-repository', 'list', "fatal: '/mnt/n' does not appear to be a git repository"],
  ['not-a-repository', 'list', 'fatal: https://example.com/info/refs not valid: is this a git repository?'],
  ['moved', 'list', 'fatal: unable to update url base from redirection:\n  asked for: a\n   redirect: b'],
  ['other', 'list', 'fatal: something new'],
] as const)('%s: %s %j', (why, verb, text) => {
  expect(failureOf(verb, text)).toBe(why)
})

test.each([
  ['behind', '!\ta:refs/heads/main\t[rejected] (fetch first)'],
  ['behind', '!\ta:refs/heads/main\t[rejected] (non-fast-forward)'],
  ['behind', '!\ta:refs/heads/main\t[remote rejected] (failed to update ref)'],
  ['behind', "!\ta:refs/heads/main\t[remote rejected] (cannot lock ref 'refs/heads/main': is at x but expected y)"],
  ['checked-out', '!\ta:refs/heads/main\t[remote rejected] (branch is currently checked out)'],
  ['refused', '!\ta:refs/heads/main\t[remote rejected] (pre-receive hook declined)'],
  ['refused', '!\ta:refs/heads/main\t[remote rejected] (protected branch hook declined)'],
  ['full', '!\ta:refs/heads/main\t[remote rejected] (unpacker error)\nNo space left on device'],
] as const)('a push is %s: %j', (why, line) => {
  expect(pushRefusal(line, '')).toBe(why)
})

test.each(['HEAD', 'refs/heads/main'])('a push that finds a lock on %s reports it', (name) => {
  const line = '!\ta:refs/heads/main\t[remote rejected] (failed to update ref)'
  const complaints = `remote: error: cannot lock ref '${name}': Unable to create '/mnt/notes.git/./${name}.lock': File exists.`
  expect(pushRefusal(line, complaints)).toBe('locked')
})
