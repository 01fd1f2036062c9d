import { expect, test } from './app.ts'

test('what another agent may do is chosen in Settings, holds at once and is noted @browser', async ({
  app,
  window,
}) => {
  await app.cli('clients', 'cursor', '--access', 'read')
  await window.keyboard.press('Control+,')
  const section = window.getByRole('region', { name: 'Other agents' })
  const rights = section.getByRole('combobox', { name: 'What cursor may do' })
  await expect(rights).toHaveValue('read')
  const kept = async (): Promise<unknown> => JSON.parse((await app.cli('clients', '--json')).out)[0]
  await rights.selectOption('Read and write, trusted')
  await expect.poll(kept).toMatchObject({ access: 'write', trusted: true })
  await rights.selectOption('Nothing')
  await expect.poll(kept).toMatchObject({ access: 'none', trusted: false })
  await expect(rights).toHaveValue('none')
  await expect(window.getByText('cursor may not use the memory any more.').first()).toBeVisible()
})
