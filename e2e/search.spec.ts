import { expect, test } from './app.ts'

test.use({ colorScheme: 'dark', viewport: { width: 1100, height: 720 } })

test('words in the text of files are found with their line; find goes through what the view shows', async ({
  app,
  window,
}) => {
  await test.step('words in the text of files are found with their line, also while the agent writes', async () => {
    await app.exec(
      {
        command: 'create',
        path: '/memories/people/ana.md',
        file_text: 'Ana\nAllergic to shellfish.\nLives in Lisbon, in Graça.\n',
      },
      { command: 'create', path: '/memories/travel/lisbon.md', file_text: '# Trip\n\nTrain at 8.10.\n' },
      { command: 'create', path: '/memories/work.md', file_text: 'Nothing of interest.\n' },
    )
    await window.keyboard.press('Control+2')
    await expect(window.getByRole('textbox', { name: 'Filter files' })).toBeVisible()
    await window.keyboard.press('/')
    await window.keyboard.type('LISBON')
    await expect(window.getByRole('treeitem', { name: /lisbon\.md/ })).toBeVisible()
    const found = window.getByRole('region', { name: 'In the text' })
    await expect(found.getByRole('button')).toHaveText(['people/ana.mdLives in Lisbon, in Graça.'])
    await expect(found.locator('mark')).toHaveText(['Lisbon'])

    await app.exec({
      command: 'insert',
      path: '/memories/work.md',
      insert_line: 1,
      insert_text: 'The Lisbon office closes at six.\n',
    })
    await expect(found.getByRole('button')).toHaveCount(2)
    await found.getByRole('button', { name: /ana\.md/ }).click()
    await expect(window.getByRole('main', { name: 'File people/ana.md' })).toBeVisible()
    await expect(window.getByRole('region', { name: 'Versions of line 3' })).toBeVisible()
    // The same file again, another line.
    await window.getByRole('textbox', { name: 'Filter files' }).fill('shellfish')
    await found.getByRole('button', { name: /Allergic/ }).click()
    await expect(window.getByRole('region', { name: 'Versions of line 2' })).toBeVisible()
    await window.getByRole('textbox', { name: 'Filter files' }).fill('nowhere at all')
    await expect(found).toContainText('No files contain this text.')
  })

  await test.step('find goes through what the view shows, and each view finds in its own way', async () => {
    const lines = Array.from({ length: 60 }, (_, at) => `Line ${at}, without a word.`)
    const [middle, end] = ['Likes **green** tea in the morning.', 'GREEN\ttea, again, and more.']
    const text = ['# Ana', ...lines, middle, ...lines, end, ''].join('\n')
    await app.exec({ command: 'create', path: '/memories/tea.md', file_text: text })
    const find = window.getByRole('search', { name: 'Find' })
    const field = find.getByRole('textbox', { name: 'Find' })
    const count = find.getByRole('status')
    const file = window.getByRole('main', { name: 'File tea.md' })

    await window.getByRole('textbox', { name: 'Filter files' }).fill('')
    // With room for one pane, only the files are there.
    const size = window.viewportSize()
    await window.setViewportSize({ width: 800, height: 700 })
    await window.evaluate(() => (location.hash = '/memory'))
    await expect(window.getByRole('treeitem', { name: 'tea.md' })).toBeVisible()
    await window.keyboard.press('Control+f')
    await expect(window.getByRole('textbox', { name: 'Filter files' })).toBeFocused()
    await expect(find).toHaveCount(0)
    if (size !== null) await window.setViewportSize(size)

    await window.getByRole('treeitem', { name: 'tea.md' }).click()
    await expect(file.getByRole('document')).toBeVisible()
    await window.keyboard.press('Control+f')
    await expect(field).toBeFocused()
    await window.keyboard.type('green tea')
    await expect(count).toHaveText('1 of 2')
    await expect(file.getByText('in the morning.')).toBeInViewport()
    await window.keyboard.press('Enter')
    await expect(count).toHaveText('2 of 2')
    await expect(file.getByText('again, and more.')).toBeInViewport()
    await expect(file.getByText('in the morning.')).not.toBeInViewport()
    await window.keyboard.press('F3')
    await expect(count).toHaveText('1 of 2')
    await window.keyboard.press('Shift+F3')
    await expect(count).toHaveText('2 of 2')

    // What changes is searched again, and the same place stays the current one.
    await app.exec({
      command: 'insert',
      path: '/memories/tea.md',
      insert_line: 0,
      insert_text: 'Green tea, first.\n',
    })
    await expect(count).toHaveText('3 of 3')
    await window.keyboard.press('Escape')
    await expect(find).toHaveCount(0)
    await expect(window.getByRole('tree', { name: 'Memory files' })).toBeFocused()

    await window.keyboard.press('Control+f')
    await field.fill('not anywhere')
    await expect(count).toHaveText('No match')
    await field.fill('line 59')
    await expect(count).toHaveText('2 of 2')
    // The number of a line, in the margin.
    await field.fill('120')
    await expect(count).toHaveText('No match')
    await file.getByRole('button', { name: /^Edit/ }).click()
    await expect(find).toHaveCount(0)
    await window.keyboard.press('Control+f')
    await expect(window.getByRole('search', { name: 'Find and replace' })).toBeVisible()
  })
})
