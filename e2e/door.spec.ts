import { once } from 'node:events'
import * as fs from 'node:fs/promises'
import { createServer, request as httpRequest } from 'node:http'
import * as nodePath from 'node:path'
import { pathToFileURL } from 'node:url'
import { WebSocket } from 'ws'
import { expect, test } from './app.ts'

/** A request with any headers, as no browser would send it. */
function ask(port: string, path: string, headers: Readonly<Record<string, string>>, method = 'GET'): Promise<number> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
    request.on('upgrade', (_response, socket) => {
      socket.destroy()
      resolve(101)
    })
    request.on('error', reject)
    request.end()
  })
}

test('nobody gets in without the link, which is good once; other browsers are signed out from Settings, at once', async ({
  app,
  anotherBrowser,
}) => {
  const [first, second] = [await anotherBrowser(), await anotherBrowser()]
  await test.step('nobody gets in without the link, and a link is good once', async () => {
    const link = await app.start()
    const { origin, port } = new URL(link)
    expect(await ask(port, '/', { host: `127.0.0.1:${port}` })).toBe(403)
    await first.goto(link)
    await expect(first.getByRole('textbox', { name: 'Message' })).toBeVisible()
    expect(new URL(first.url()).search).toBe('')
    expect((await second.goto(link))?.status()).toBe(403)
    await expect(second.getByText('Press Enter in the terminal')).toBeVisible()
    app.pressEnter()
    await second.goto(await app.nextLink(1))
    await expect(second.getByRole('textbox', { name: 'Message' })).toBeVisible()
    const [cookie] = await first.context().cookies(origin)
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
  })

  await test.step('other browsers are signed out from Settings, at once', async () => {
    await first.getByRole('link', { name: 'Settings' }).click()
    await first.getByRole('link', { name: 'Advanced' }).click()
    const section = first.getByRole('region', { name: 'Browsers' })
    await expect(section).toContainText('1 other browser')
    await section.scrollIntoViewIfNeeded()
    await section.getByRole('button', { name: 'Sign out other browsers' }).click()
    await expect(section).toContainText('no other browsers')
    await expect(section.getByRole('button', { name: 'Sign out other browsers' })).toBeDisabled()
    await expect(second.getByText('This browser needs a new link.')).toBeVisible()
    expect((await second.reload())?.status()).toBe(403)
    await first.reload()
    await expect(section).toContainText('no other browsers')
  })
})

test('nothing comes from elsewhere; another host name, origin, method or socket: 421 or 403; a page at another port gets a useless cookie', async ({
  app,
  page,
}) => {
  const link = await app.start()
  const response = await page.goto(link)
  await test.step('the page may load nothing and run nothing from elsewhere', async () => {
    const policy = response?.headers()['content-security-policy'] ?? ''
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe')
    expect(response?.headers()['x-content-type-options']).toBe('nosniff')
  })

  await test.step('another host name, another origin, another method, another socket: 421 or 403', async () => {
    const { port, origin } = new URL(link)
    const [cookie] = await page.context().cookies(origin)
    const good = { host: `127.0.0.1:${port}`, cookie: `${cookie?.name}=${cookie?.value}` }
    expect(await ask(port, '/', good)).toBe(200)
    expect(await ask(port, '/', { ...good, host: `evil.test:${port}` })).toBe(421)
    expect(await ask(port, '/', { ...good, host: '127.0.0.1' })).toBe(421)
    expect(await ask(port, '/', { ...good, origin: 'https://evil.test' })).toBe(403)
    expect(await ask(port, '/', { ...good, origin: 'null' })).toBe(403)
    expect(await ask(port, '/', good, 'POST')).toBe(403)
    expect(await ask(port, '/..%2f..%2fpackage.json', good)).toBe(404)
    const upgrade = {
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    }
    expect(await ask(port, '/api', { ...good, ...upgrade, origin })).toBe(101)
    expect(await ask(port, '/api', { ...good, ...upgrade })).toBe(403)
    expect(await ask(port, '/api', { ...good, ...upgrade, origin: 'https://evil.test' })).toBe(403)
    expect(await ask(port, '/api', { ...good, ...upgrade, host: 'evil.test', origin: 'http://evil.test' })).toBe(421)
    expect(await ask(port, '/api', { ...upgrade, host: good.host, origin })).toBe(403)
    expect(await ask(port, '/other', { ...good, ...upgrade, origin })).toBe(403)
  })

  await test.step('a page at another port gets the cookie and cannot use it; ours needs its own secret too', async () => {
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
    const port = Number(new URL(link).port)
    let sent = ''
    const neighbour = createServer((request, response) => {
      sent = request.headers.cookie ?? ''
      response.end('<!doctype html><title>A neighbour</title>')
    })
    await new Promise<void>((resolve) => neighbour.listen(0, '127.0.0.1', resolve))
    const address = neighbour.address()
    await page.goto(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`)
    expect(sent).toContain(`variorum-${port}=`)
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).toBe('{}')
    neighbour.close()
    const thief = new WebSocket(`ws://127.0.0.1:${port}/api?connectionParams=1`, {
      headers: { cookie: sent, origin: `http://127.0.0.1:${port}` },
    })
    await once(thief, 'open')
    thief.send(JSON.stringify({ method: 'connectionParams', data: { secret: '' } }))
    expect((await once(thief, 'close'))[0]).toBe(4403)

    // The user's own page after its storage was cleared.
    await page.goto(new URL(link).origin)
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await page.evaluate(() => localStorage.clear())
    await page.reload()
    await expect(page.getByText('This browser needs a new link.')).toBeVisible()
    app.pressEnter()
    await page.goto(await app.nextLink(1))
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
  })
})

test('the program that opens the link gets a file, and the browser that opens the file gets in', async ({
  app,
  anotherBrowser,
}) => {
  const opened = nodePath.join(app.home, 'opened')
  await fs.writeFile(nodePath.join(app.home, 'xdg-open'), `#!/bin/sh\necho "$*" > '${opened}'\n`, { mode: 0o755 })
  const page = await anotherBrowser()
  let port = '0'
  for (const start of ['the first', 'a later one']) {
    const env = { PATH: `${app.home}:${process.env.PATH ?? ''}`, DISPLAY: ':0' }
    port = new URL(await app.start({ open: true, port, env })).port
    await expect.poll(() => fs.readFile(opened, 'utf8').catch(() => '')).toContain('\n')
    await page.goto(pathToFileURL((await fs.readFile(opened, 'utf8')).trim()).href)
    await expect(page.getByRole('textbox', { name: 'Message' }), start).toBeVisible()
    expect(page.url()).toBe(`http://127.0.0.1:${port}/#/chat`)
    // The browser's session of the start before was replaced.
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByRole('link', { name: 'Advanced' }).click()
    await expect(page.getByRole('region', { name: 'Browsers' })).toContainText('no other browsers')
    await page.getByRole('link', { name: 'Chat' }).click()
    await fs.rm(opened)
    await app.stop()
  }
})
