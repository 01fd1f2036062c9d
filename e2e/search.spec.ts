import { expect, test } from './app.ts'

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(colorScheme, () => {
    test.use({
      colorScheme,
      viewport: colorScheme === 'light' ? { width: 1440, height: 900 } : { width: 1100, height: 720 },
    })

    test('words in the text of files are found with their line, also while the agent writes', async ({
      app,
      window,
    }, info) => {
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
      await window.screenshot({ path: info.outputPath('found.png') })

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
      await window.screenshot({ path: info.outputPath('opened.png') })
      // The same file again, another line.
      await window.getByRole('textbox', { name: 'Filter files' }).fill('shellfish')
      await found.getByRole('button', { name: /Allergic/ }).click()
      await expect(window.getByRole('region', { name: 'Versions of line 2' })).toBeVisible()
      await window.getByRole('textbox', { name: 'Filter files' }).fill('nowhere at all')
      await expect(found).toContainText('No files contain this text.')
    })
  })
}
