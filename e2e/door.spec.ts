import { request as httpRequest } from 'node:http'
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

test('nobody gets in without the link, and a link is good once', async ({ app, browser }) => {
  const link = await app.start()
  const { origin, port } = new URL(link)
  expect(await ask(port, '/', { host: `127.0.0.1:${port}` })).toBe(403)
  const first = await (await browser.newContext()).newPage()
  await first.goto(link)
  await expect(first.getByRole('textbox', { name: 'Message' })).toBeVisible()
  expect(new URL(first.url()).search).toBe('')
  const second = await (await browser.newContext()).newPage()
  expect((await second.goto(link))?.status()).toBe(403)
  await expect(second.getByText('Press Enter in the terminal')).toBeVisible()
  app.pressEnter()
  await second.goto(await app.nextLink(1))
  await expect(second.getByRole('textbox', { name: 'Message' })).toBeVisible()
  const [cookie] = await first.context().cookies(origin)
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict' })
})

test('another host name, another origin, another method, another socket: 421 or 403', async ({ app, page }) => {
  const link = await app.start()
  const { port, origin } = new URL(link)
  await page.goto(link)
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

test('the page may load nothing and run nothing from elsewhere', async ({ app, page }) => {
  const response = await page.goto(await app.start())
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('unsafe')
  expect(response?.headers()['x-content-type-options']).toBe('nosniff')
})
