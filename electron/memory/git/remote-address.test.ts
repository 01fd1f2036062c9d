import { homedir } from 'node:os'
import { expect, test } from 'vitest'
import { parseRemoteAddress } from './remote-address.ts'

test.each([
  [
    'https://example.com/ada/notes.git',
    { kind: 'https', url: 'https://example.com/ada/notes.git', name: 'example.com' },
  ],
  [' https://example.com/ada/notes/\n', { kind: 'https', url: 'https://example.com/ada/notes' }],
  [
    'https://ada:s%40crt@Example.com:8443/n.git',
    { url: 'https://example.com:8443/n.git', shown: 'https://example.com:8443/n.git', user: 'ada', password: 's@crt' },
  ],
  ['https://token@example.com/n.git', { url: 'https://example.com/n.git', user: 'token' }],
  ['http://localhost:3000/n.git', { kind: 'http', name: 'localhost' }],
  ['git://example.com/n.git', { kind: 'git', url: 'git://example.com/n.git', name: 'example.com' }],
  ['ssh://git@example.com:2222/~ada/n.git', { kind: 'ssh', url: 'ssh://git@example.com:2222/~ada/n.git' }],
  ['ssh://git:secret@example.com/n.git', { url: 'ssh://git@example.com/n.git', shown: 'ssh://git@example.com/n.git' }],
  ['git@example.com:ada/n.git', { kind: 'ssh', url: 'git@example.com:ada/n.git', name: 'example.com' }],
  ['git@[::1]:n.git', { kind: 'ssh', url: 'git@[::1]:n.git' }],
  ['host:n.git', { kind: 'ssh', name: 'host' }],
  ['/mnt/stick/notes.git', { kind: 'folder', url: '/mnt/stick/notes.git', name: 'notes.git' }],
  ['file:///mnt/a%20b/n.git', { kind: 'folder', url: '/mnt/a b/n.git' }],
  ['~/notes.git', { kind: 'folder', url: `${homedir()}/notes.git`, shown: '~/notes.git', name: 'notes.git' }],
  ['C:\\Users\\ada\\notes.git', { kind: 'folder', url: 'C:\\Users\\ada\\notes.git', name: 'notes.git' }],
  ['D:/notes.git', { kind: 'folder', url: 'D:/notes.git' }],
])('%s', (text, address) => {
  expect(parseRemoteAddress(text)).toMatchObject(address)
})

test.each([
  '',
  '  ',
  'ext::sh -c true',
  'EXT::sh -c true',
  'fd::17',
  'https::https://example.com/',
  'persistent-https::x',
  '--upload-pack=evil',
  '-x',
  'ssh://-oProxyCommand=evil/n.git',
  'ssh://%2doProxyCommand=evil/n.git',
  'ssh://-evil@example.com/n.git',
  'ssh://example.com/-n.git',
  'ssh://example.com/~-n.git',
  'ssh://example.com',
  'ssh://a b/n',
  '-evil@example.com:n.git',
  'git@-oProxyCommand=evil:n.git',
  'git@example.com:-n.git',
  'git://ada@example.com/n.git',
  'git://-evil/n.git',
  'https://-evil/n.git',
  'https:///n.git',
  'https://a:%zz@example.com/n.git',
  'https://a:%0a@example.com/n.git',
  'ftp://example.com/n.git',
  'git+file:///x',
  'file://elsewhere/n.git',
  'notes',
  'notes.git',
  './notes.git',
  '../notes.git',
  'a/b:c',
  '~ada/notes.git',
  'https://example.com/a\nb',
  'git@example.com:a\u0000b',
  '/mnt/a\u001bb',
  `/${'a'.repeat(5_000)}`,
])('refuses %j', (text) => {
  expect(() => parseRemoteAddress(text)).toThrow(expect.objectContaining({ code: 'bad-remote' }))
})

test('no refusal repeats a password', () => {
  for (const text of ['https://a:s3cret%zz@example.com/', 'x s3cret@example.com', 'ftp://a:s3cret@example.com/'])
    expect(() => parseRemoteAddress(text)).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining('s3cret') as string }),
    )
})
