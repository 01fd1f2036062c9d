import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { type App, create, expect, replace, say, test } from './app.ts'
import { startScriptedModel } from './scripted-model.ts'

const stored = (app: App, path: string): Promise<string> => fs.readFile(nodePath.join(app.store, path), 'utf8')

const LIGHT = { colorScheme: 'light', width: 1440, height: 900 } as const
const DARK = { colorScheme: 'dark', width: 1100, height: 720 } as const

for (const { colorScheme, width, height } of [DARK])
  test(`${colorScheme}, ${width} x ${height}: findings are fixed, dismissed and found again, and undone as one`, async ({
    app,
    window,
  }) => {
    await window.setViewportSize({ width, height })
    await window.emulateMedia({ colorScheme })
    await app.exec(
      create('people/ana.md', '# Ana\n\nCity: Porto\nAna is allergic to shellfish.\nSee [[people/bo]].\n'),
      create(
        'notes.md',
        'Ana lives in Lisbon.\n- Ana is allergic to shellfish\nThe pool is closed until 3 May 2025.\n',
      ),
      create('home.md', 'The bins go out on Monday evening.\nBins go out on Monday evening\n'),
    )
    await window.keyboard.press('Control+2')
    await window.getByRole('link', { name: 'Upkeep', exact: true }).click()
    await expect(window.getByRole('heading', { level: 1, name: 'Upkeep' })).toBeVisible()
    const list = window.getByRole('main', { name: 'Findings' })
    await expect(list.getByRole('listitem')).toHaveCount(5)

    // The first finding is open, with what its fix would change.
    const dead = window.getByRole('region', { name: 'Dead links' }).last()
    await expect(dead).toContainText('The link to “people/bo” points to a file that doesn’t exist.')
    await dead.getByRole('button', { name: 'Remove the link, keep its words' }).click()
    await expect(window.getByRole('status').filter({ hasText: 'Fixed: people/ana.md' })).toBeVisible()
    await expect(list.getByRole('listitem')).toHaveCount(4)
    expect(await stored(app, 'people/ana.md')).toContain('See people/bo.')

    // Duplicate lines go together, as one commit.
    await list.getByRole('button', { name: 'Remove 2 lines' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(2)
    expect(await stored(app, 'home.md')).toBe('The bins go out on Monday evening.\n')
    await window.getByRole('contentinfo').getByRole('button', { name: /^Undo/ }).click()
    await expect(list.getByRole('listitem')).toHaveCount(4)

    await list.getByText('Ana lives in Lisbon.').or(list.getByText('City: Porto')).first().click()
    const contradiction = window.getByRole('region', { name: 'Contradictions' }).last()
    await expect(contradiction.getByRole('button', { name: 'Keep the other line' })).toBeVisible()
    await contradiction.getByRole('button', { name: 'Keep this line' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(3)

    await list.getByText('The pool is closed until 3 May 2025.').click()
    await window.keyboard.press('d')
    await expect(list).toContainText('1 finding dismissed.')
    await list.getByRole('button', { name: 'Show again' }).click()
    await expect(list.getByText('The pool is closed until 3 May 2025.')).toBeVisible()
  })

for (const { colorScheme, width, height } of [LIGHT])
  test(`${colorScheme}, ${width} x ${height}: the use of files is listed, sorted, and what is not needed deleted`, async ({
    app,
    window,
  }) => {
    await window.setViewportSize({ width, height })
    await window.emulateMedia({ colorScheme })
    await app.exec(
      create('people/ana.md', 'Ana likes tea.\n'),
      create('old/one.md', 'One.\n'),
      create('old/two.md', 'Two.\n'),
      create('travel/lisbon.md', `${'Lisbon is in December. '.repeat(60)}\n`),
      { command: 'view', path: '/memories/people/ana.md' },
      { command: 'view', path: '/memories/people/ana.md' },
    )
    await say(window, 'What do you know about Lisbon?')
    await window.keyboard.press('Control+2')
    await window.getByRole('treeitem', { name: /ana\.md/ }).click()
    await expect(window.getByRole('complementary', { name: 'History of this file' })).toContainText('Read 3 times')
    await window.getByRole('link', { name: 'Upkeep' }).click()
    await window.getByRole('group', { name: 'Section' }).getByRole('button', { name: 'Use' }).click()
    const use = window.getByRole('main', { name: 'Use' })
    await use.getByRole('button', { name: 'Tokens (approx.)' }).click()
    await expect(use.getByRole('row').nth(1)).toContainText('lisbon.md')
    await use.getByRole('button', { name: 'Reads', exact: true }).click()
    await expect(use.getByRole('row').nth(1)).toContainText('ana.md')
    await expect(use.getByRole('columnheader', { name: 'Reads' })).toHaveAttribute('aria-sort', 'descending')
    await use.getByRole('button', { name: 'Pin people/ana.md' }).click()
    await expect(use.getByRole('button', { name: 'Pin people/ana.md' })).toHaveAttribute('aria-pressed', 'true')
    for (const path of ['old/one.md', 'old/two.md']) await use.getByRole('checkbox', { name: `Select ${path}` }).check()
    await use.getByRole('button', { name: 'Delete 2 files' }).click()
    await expect(window.getByRole('status').filter({ hasText: 'Deleted 2 items' })).toBeVisible()
    await expect(use.getByRole('row')).toHaveCount(3)
    await expect(stored(app, 'old/one.md')).rejects.toThrow()
    await window.getByRole('contentinfo').getByRole('button', { name: /^Undo/ }).click()
    await expect(use.getByRole('row')).toHaveCount(5)
    expect(await stored(app, 'old/two.md')).toBe('Two.\n')
  })

test('a store becomes index and topics in Settings, and what its index lacks is found', async ({ app, window }) => {
  await app.exec(create('people/ana.md', '# Ana Silva\n\nAna likes tea.\n'))
  await window.keyboard.press('Control+,')
  await window.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name: 'Memory' }).click()
  await window.getByRole('group', { name: 'Layout' }).getByRole('button', { name: 'Index and topics' }).click()
  await expect.poll(() => stored(app, 'MEMORY.md').catch(() => '')).toContain('- [Ana Silva](people/ana.md): Ana likes')
  await app.exec(create('people/bo.md', '# Bo\n\nBo likes coffee.\n'))
  await window.keyboard.press('Control+2')
  await window.getByRole('link', { name: 'Upkeep', exact: true }).click()
  await window.getByRole('button', { name: 'Add the line' }).click()
  await expect.poll(() => stored(app, 'MEMORY.md')).toContain('- [Bo](people/bo.md): Bo likes coffee.')
  expect((await app.cli('upkeep')).out).toBe('Nothing needs attention.\n')
})

const TIDIED = [
  { call: { command: 'view', path: '/memories/notes.md' } },
  {
    call: {
      command: 'insert',
      path: '/memories/people/ana.md',
      insert_line: 3,
      insert_text: 'Ana likes green tea in the evening.\n',
    },
  },
  {
    call: {
      command: 'str_replace',
      path: '/memories/notes.md',
      old_str: 'Ana likes green tea.\nAna likes tea in the evening.\nThe old boiler was loud.\n',
      new_str: '',
    },
  },
  { call: { command: 'str_replace', path: '/memories/jobs/fern/features.json', old_str: '[', new_str: '' } },
  { text: 'I put what is known of Ana in one file. The old boiler is gone, so its line can go.' },
]

for (const { colorScheme, width, height } of [DARK])
  test(`${colorScheme}, ${width} x ${height}: a copy is tidied, and the proposal accepted in parts`, async ({
    app,
    page,
  }) => {
    await page.setViewportSize({ width, height })
    await page.emulateMedia({ colorScheme })
    const model = await startScriptedModel()
    model.answers(...TIDIED)
    await fs.writeFile(
      nodePath.join(app.home, 'settings.json'),
      JSON.stringify({ welcomed: true, provider: 'anthropic', model: 'claude-sonnet-5-5' }),
    )
    await app.exec(
      create(
        'notes.md',
        'Ana likes green tea.\nAna likes tea in the evening.\nThe old boiler was loud.\nThe bins go out on Monday.\n',
      ),
      create('people/ana.md', '# Ana\n\nAna lives in Porto.\n'),
      create('jobs/fern/features.json', '[]\n'),
    )
    await page.goto(await app.start({ env: { ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: 'k' } }))
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
    await page.keyboard.press('Control+2')
    await page.getByRole('link', { name: /^Upkeep/ }).click()
    await page.getByRole('group', { name: 'Section' }).getByRole('button', { name: 'Tidy' }).click()
    await expect(page.getByRole('heading', { name: 'Tidy the memory' })).toBeVisible()
    await page.getByRole('button', { name: 'Tidy a copy' }).click()
    const lines = page.getByRole('region', { name: 'What happens to each line' })
    await expect(lines.getByRole('region', { name: 'Dropped' })).toContainText('The old boiler was loud.')
    await expect(lines.getByRole('region', { name: 'Merged' })).toContainText('Ana likes green tea in the evening.')
    await expect(lines.getByRole('alert')).toContainText(
      'This would drop 1 line. That is more than 5% of all lines in the notes (6).',
    )
    await expect(page.getByRole('main', { name: 'Proposal' })).toContainText('read: 1 of 2 notes')
    const leftOut = page.getByRole('region', { name: 'Not part of the proposal' })
    await expect(leftOut.getByRole('listitem')).toHaveText(['jobs/fern/features.jsonbelongs to a job'])
    expect(await stored(app, 'notes.md')).toContain('The old boiler was loud.')

    await page.getByRole('button', { name: 'Discard the proposal' }).click()
    await page
      .getByRole('contentinfo')
      .getByRole('button', { name: /^Restore the proposal/ })
      .click()
    // Half of it would lose what the whole keeps.
    const proposal = page.getByRole('main', { name: 'Proposal' })
    await lines.getByRole('textbox', { name: 'Lines that may be dropped, as a percentage' }).fill('30')
    await page.keyboard.press('Enter')
    const accept = page.getByRole('button', { name: /^Accept/ })
    await expect(page.getByRole('button', { name: 'Accept the whole proposal' })).toBeEnabled()
    await proposal.getByRole('checkbox', { name: 'Accept people/ana.md' }).uncheck()
    await expect(lines).toContainText('Accepting only this part would lose 2 lines.')
    await expect(page.getByRole('button', { name: 'Accept 1 file' })).toBeDisabled()
    await lines.getByRole('button', { name: 'Include 1 more file' }).click()
    await expect(proposal.getByRole('checkbox', { name: 'Accept people/ana.md' })).toBeChecked()
    await proposal.getByRole('button', { name: 'notes.md' }).click()
    await expect(page.getByRole('region', { name: 'notes.md' })).toContainText('Accept change 1')
    // The proposal is there after a reload, and what another program wrote meanwhile is kept.
    await app.exec(replace('notes.md', 'on Monday.', 'on Monday evening.'))
    await page.reload()
    await expect(proposal).toContainText('1 line would be dropped')
    await expect(accept.first()).toBeEnabled()
    await accept.first().click()
    await expect(page.getByRole('status').filter({ hasText: 'Tidied 2 files' })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Tidy the memory' })).toBeVisible()
    expect(await stored(app, 'notes.md')).toBe('The bins go out on Monday evening.\n')
    expect(await stored(app, 'people/ana.md')).toBe(
      '# Ana\n\nAna lives in Porto.\nAna likes green tea in the evening.\n',
    )
    // Accepted means seen: there is nothing of it to review.
    await page.keyboard.press('Control+4')
    await expect(page.getByRole('main', { name: 'Review' })).not.toContainText('green tea')
    await model.close()
  })
