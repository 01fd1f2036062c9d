import { create, expect, say, test } from './app.ts'

test('the palette finds files, words, conversations, history and commands, by keyboard', async ({ app, window }) => {
  await app.exec(
    create('travel/lisbon.md', '# Trip\nTrain to Lisbon at eight.\n'),
    create('people/ana.md', 'Lives in Lisbon.\n'),
    create('old.md', 'The zeppelin lands on Monday.\n'),
    { command: 'delete', path: '/memories/old.md' },
  )
  await say(window, 'hello harbour')
  const message = window.getByRole('textbox', { name: 'Message' })
  const palette = window.getByRole('dialog', { name: 'Search or type a command' })
  const field = palette.getByRole('combobox', { name: 'Search or type a command' })
  const options = palette.getByRole('option')
  const chosen = palette.getByRole('option', { selected: true })

  await message.focus()
  await window.keyboard.press('Control+k')
  await expect(field).toBeFocused()
  await expect(palette.getByRole('group', { name: 'Recent' }).getByRole('option').first()).toContainText('Harbour')

  // Commands run at once, and Esc gives the focus back.
  await window.keyboard.press('Escape')
  await expect(palette).toHaveCount(0)
  await expect(message).toBeFocused()

  await window.keyboard.press('Control+k')
  await window.keyboard.type('lisbon')
  const places = palette.getByRole('group', { name: 'Go to' })
  await expect(places.getByRole('option', { name: 'travel/lisbon.md' }).first()).toBeVisible()
  await expect(places.getByRole('option', { name: /Lives in Lisbon/ })).toBeVisible()
  await expect(palette.getByRole('group', { name: 'In the history' }).getByRole('option').first()).toBeVisible()
  await expect(chosen).toHaveText(/travel\/lisbon\.md/)
  await window.keyboard.press('ArrowUp')
  await expect(options.last()).toHaveAttribute('aria-selected', 'true')
  await window.keyboard.press('ArrowDown')
  await window.keyboard.press('Enter')
  await expect(window.getByRole('main', { name: 'File travel/lisbon.md' })).toBeVisible()

  // The rest in one pane, in the other theme.
  await window.setViewportSize({ width: 390, height: 844 })
  await window.emulateMedia({ colorScheme: 'dark' })

  // What is gone from the memory is found in its history.
  await window.keyboard.press('Control+k')
  await window.keyboard.type('zeppelin')
  await expect(palette.getByRole('option', { name: /removed from old\.md/ })).toBeVisible()
  await expect(chosen).toContainText('zeppelin')
  await window.keyboard.press('Enter')
  await expect(window).toHaveURL(/#\/timeline\//)

  await window.keyboard.press('Control+k')
  await field.fill('harbour')
  await palette
    .getByRole('option', { name: /harbour/i })
    .first()
    .click()
  await expect(window).toHaveURL(/#\/chat\//)

  await window.keyboard.press('Control+k')
  await field.fill('> keyb')
  await expect(options).toHaveCount(1)
  await expect(chosen).toContainText('Keyboard shortcuts')
  await window.keyboard.press('Enter')
  const shortcuts = window.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(shortcuts).toContainText('Search or type a command')
  // The browser keeps this key for itself.
  await expect(shortcuts).not.toContainText('New conversation')
  await window.keyboard.press('Escape')

  await window.keyboard.press('Control+k')
  await field.fill('/ana')
  await expect(options).toHaveText([/people\/ana\.md/])
  await field.fill('no such thing anywhere')
  await expect(palette).toContainText('Nothing found')
  await window.keyboard.press('Control+k')
  await expect(palette).toHaveCount(0)
})
