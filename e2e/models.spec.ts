import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from './app.ts'

test('a compatible server is chosen, named and tried in the window, and says what is wrong', async ({ window }) => {
  // Something that answers, but in no format that is known.
  const server = createServer((_request, response) => response.writeHead(404).end('nothing here'))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await window.keyboard.press('Control+,')
  await window.getByRole('radio', { name: /Compatible server/ }).click()
  await window.getByRole('combobox', { name: 'Server' }).selectOption('other')
  await window.getByRole('textbox', { name: /^Address/ }).fill(`http://127.0.0.1:${port}`)
  await window.keyboard.press('Tab')
  await window.getByRole('textbox', { name: /^Model/ }).fill('some-model')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('radio', { name: /Compatible server/ })).toHaveAttribute('aria-checked', 'true')
  await window.getByRole('button', { name: 'Try it' }).click()
  await expect(window.getByRole('main').getByRole('status')).not.toBeEmpty()
  server.close()
})

test('a key is handed over, shown to nobody again, and forgotten on request', async ({ window }) => {
  await window.keyboard.press('Control+,')
  await window.getByRole('radio', { name: /Anthropic/ }).click()
  await window.getByRole('textbox', { name: /^Key/ }).fill('sk-ant-test-0123456789')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('radio', { name: /Anthropic/ })).toContainText('ready')
  expect(await window.content()).not.toContain('sk-ant-test-0123456789')
  await window.getByRole('button', { name: 'Forget the key' }).click()
  await expect(window.getByRole('radio', { name: /Anthropic/ })).toContainText('no key')
})
