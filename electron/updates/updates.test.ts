import { Buffer } from 'node:buffer'
import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { PUBLISHER, placeholders } from '../../shared/publisher.ts'
import { newFolder } from '../../testing/folders.ts'
import { signFeed } from './feed.ts'
import { createUpdates, type Publisher, type UpdateOptions, type Updates } from './updates.ts'

const keys = generateKeyPairSync('ed25519')
const strangers = generateKeyPairSync('ed25519')
const publicKey = keys.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

type AreSigned = Parameters<UpdateOptions['install']>[0]

const [DEB, IMAGE] = ['ZGVi', 'aW1hZ2U=']

/** A feed on this computer, and the app of version 1.2.0 that reads it. */
async function withFeed(
  work: (feed: {
    readonly serve: (text: string) => void
    readonly updates: Updates
    readonly open: (change?: { publisher?: Partial<Publisher>; isOn?: boolean }) => Updates
    readonly asked: () => number
    readonly told: () => number
    readonly installing: readonly AreSigned[]
  }) => Promise<void>,
): Promise<void> {
  const home = await newFolder()
  let [text, asked, told] = ['', 0, 0]
  const server = createServer((request, response) => {
    asked += 1
    if (request.url === '/elsewhere') response.writeHead(200).end(text)
    else if (text === 'redirect') response.writeHead(302, { location: '/elsewhere' }).end()
    else response.writeHead(200).end(text)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const opened: Updates[] = []
  const installing: AreSigned[] = []
  const open = ({ publisher = {}, isOn = true }: { publisher?: Partial<Publisher>; isOn?: boolean } = {}): Updates => {
    const updates = createUpdates({
      home,
      version: '1.2.0',
      isOn: () => isOn,
      fetch,
      install: async (areSigned) => void installing.push(areSigned),
      onChange: () => (told += 1),
      publisher: { feed: `http://127.0.0.1:${port}/latest.json`, publicKey, arePackagesSigned: false, ...publisher },
    })
    opened.push(updates)
    return updates
  }
  await work({
    serve: (next) => (text = next),
    updates: open(),
    open,
    asked: () => asked,
    told: () => told,
    installing,
  })
  for (const updates of opened) updates.stop()
  server.closeAllConnections()
  server.close()
}

const release = (version: string, day: number, key: KeyObject = keys.privateKey): string =>
  signFeed(
    { version, published: `2026-11-${day}T00:00:00Z`, page: `https://example.org/${version}`, packages: [DEB, IMAGE] },
    key,
  )

test('a newer version that the publisher signed is announced once', async () => {
  await withFeed(async ({ serve, updates, open, told }) => {
    serve(release('1.3.0', 20))
    await updates.check()
    await updates.check()
    expect([await updates.state(), told()]).toEqual([
      {
        isPublished: true,
        canInstall: false,
        newer: { version: '1.3.0', page: 'https://example.org/1.3.0', isNews: true },
      },
      1,
    ])
    await updates.dismiss()
    await updates.check()
    // Also after a restart.
    expect([(await open().state()).newer?.isNews, told()]).toEqual([false, 2])
    serve(release('1.3.1', 21))
    await updates.check()
    expect((await updates.state()).newer).toMatchObject({ version: '1.3.1', isNews: true })
  })
})

test('what is not signed by the publisher is not believed', async () => {
  await withFeed(async ({ serve, updates }) => {
    const { payload, signature } = JSON.parse(release('9.0.0', 20))
    const forged = Buffer.from(Buffer.from(payload, 'base64').toString().replace('9.0.0', '9.9.9')).toString('base64')
    const wrong = [
      release('9.0.0', 20, strangers.privateKey),
      JSON.stringify({ payload: forged, signature }),
      JSON.stringify({ payload, signature: '' }),
      JSON.stringify({ version: '9.0.0' }),
      'not json',
    ]
    for (const text of wrong) {
      serve(text)
      await updates.check()
      expect((await updates.state()).newer).toBe(null)
    }
    for (const text of ['x'.repeat(20_001), 'redirect']) {
      serve(text)
      await expect(updates.check()).rejects.toThrow()
    }
  })
})

test('what is installed is what the publisher signed', async () => {
  await withFeed(async ({ serve, open, installing }) => {
    serve(release('1.3.0', 20))
    const updates = open({ publisher: { arePackagesSigned: true } })
    await updates.install()
    expect(installing).toEqual([])
    await updates.check()
    await updates.install()
    const named = (...sums: readonly string[]): boolean | undefined =>
      installing[0]?.(sums.map((sha512) => ({ sha512 })))
    expect([named(DEB), named(IMAGE, DEB)]).toEqual([true, true])
    expect([named(), named(''), named('b3RoZXI='), named(DEB, 'b3RoZXI=')]).toEqual([false, false, false, false])
  })
})

test('an older announcement, served again, does not hide or replace a newer one', async () => {
  await withFeed(async ({ serve, updates }) => {
    serve(release('1.4.0', 21))
    await updates.check()
    for (const old of [release('1.3.0', 20), release('1.1.0', 19), release('1.5.0', 20)]) {
      serve(old)
      await updates.check()
      expect((await updates.state()).newer?.version).toBe('1.4.0')
    }
  })
})

test('the same version, or an older one, is nothing to tell', async () => {
  await withFeed(async ({ serve, updates, told }) => {
    for (const version of ['1.2.0', '1.1.9', '0.9.0']) {
      serve(release(version, 20))
      await updates.check()
      expect((await updates.state()).newer).toBe(null)
    }
    expect(told()).toBe(0)
  })
})

test('switched off, or without a publisher, nothing is asked', async () => {
  await withFeed(async ({ serve, open, asked }) => {
    serve(release('1.3.0', 20))
    const off = open({ isOn: false })
    const unpublished = open({ publisher: { publicKey: 'none.invalid' } })
    for (const updates of [off, unpublished]) await updates.check()
    const before = asked()
    for (const updates of [off, unpublished]) await updates.check()
    expect([asked() - before, (await off.state()).newer, (await unpublished.state()).isPublished]).toEqual([
      0,
      null,
      false,
    ])
  })
})

test('this build names no publisher yet, and says so', () => {
  expect(placeholders(PUBLISHER.updates)).toEqual(['feed', 'publicKey'])
})
