import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { expect, say, test } from './app.ts'

test.describe('with motion', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test(
    'the main job: remember, see the commit, edit elsewhere, undo, restart, still there',
    { tag: '@browser' },
    async ({ app, window }) => {
      await say(window, 'Remember that Ana is allergic to shellfish')
      const card = window.getByRole('article', { name: /^Created people\/ana\.md/ })
      await expect(card).toContainText('allergic to shellfish')
      await expect(
        window.getByRole('complementary', { name: 'Memory' }).getByRole('treeitem', { name: /^ana\.md/ }),
      ).toBeVisible()

      await say(window, 'My favourite colour is blue')
      await say(window, 'Actually my favourite colour is green')
      await expect(window.getByRole('article', { name: /^Edited about-me\.md, 1 added, 1 removed/ })).toBeVisible()

      // Another program edits a file: it shows within a second.
      await fs.writeFile(nodePath.join(app.store, 'notes.md'), 'Written elsewhere.\n')
      await expect(window.getByRole('treeitem', { name: /^notes\.md.*outside/ })).toBeVisible({ timeout: 1_000 })

      // The timeline has all four, each under its turn.
      await window.keyboard.press('Control+3')
      const timeline = window.getByRole('tree')
      await expect(timeline.getByRole('treeitem', { name: /notes\.md/ }).last()).toBeVisible()
      await expect(timeline.getByRole('treeitem', { name: /Edited.*about-me\.md|about-me\.md/ }).first()).toBeVisible()

      // Undo from the card: the file goes back, the card is struck and offers Redo.
      await window.keyboard.press('Control+1')
      const wrote = window.getByRole('region', { name: 'This conversation' })
      await expect(wrote.getByRole('button', { name: 'Undo in both files…' })).toBeVisible()
      const edited = window.getByRole('article', { name: /^Edited about-me\.md/ })
      await edited.getByRole('button', { name: 'Undo' }).click()
      await expect(
        window.getByRole('status').filter({ hasText: /^Changed “.*green” back to “.*blue” in about-me.md/ }),
      ).toBeVisible()
      expect(await fs.readFile(nodePath.join(app.store, 'about-me.md'), 'utf8')).toContain('blue')
      await expect(edited.getByRole('button', { name: 'Redo' })).toBeVisible()

      // After a restart everything is where it was, and the browser needs no new link.
      const { port } = new URL(window.url())
      await app.stop()
      const link = await app.start({ port })
      expect(new URL(link).port).toBe(port)
      await window.goto(new URL('/', link).href)
      await expect(
        window.getByRole('article', { name: /^Edited about-me\.md/ }).getByRole('button', { name: 'Redo' }),
      ).toBeVisible()
      await expect(window.getByRole('treeitem', { name: /^notes\.md/ })).toBeVisible()
    },
  )
})

test('a second process writes, the user edits and undoes a turn; undo and restore from the timeline, where it fits and where not', async ({
  app,
  window,
}) => {
  await say(window, 'My city is Porto')
  await test.step('what a second process does shows within a second', async () => {
    const [answer] = await app.exec({ command: 'create', path: '/memories/from/elsewhere.md', file_text: 'hello\n' })
    expect(answer?.is_error).toBe(false)
    await expect(window.getByRole('treeitem', { name: /^elsewhere\.md/ })).toBeVisible({ timeout: 1_000 })
  })

  await test.step('an edit is a commit of the user, with its line marked', async () => {
    await window.keyboard.press('Control+2')
    await window.getByRole('treeitem', { name: /^about-me\.md/ }).click()
    await window.keyboard.press('e')
    const editor = window.getByRole('textbox', { name: /about-me\.md/ })
    await editor.fill('# About me\n\n- City: Lisbon\n')
    await window.keyboard.press('Control+s')
    await expect(editor).toHaveCount(0)
    await expect(window.getByRole('complementary', { name: 'History of this file' }).getByRole('option')).toHaveCount(2)
    expect(await fs.readFile(nodePath.join(app.store, 'about-me.md'), 'utf8')).toBe('# About me\n\n- City: Lisbon\n')
    const { out } = await app.cli('log', '--json', '--limit', '1')
    expect(JSON.parse(out).origin).toMatchObject({ actor: 'user', verb: 'edit' })
  })

  await test.step('restore and undo from the timeline; an undo that no longer fits is decided', async () => {
    await window.keyboard.press('Control+3')
    await window
      .getByRole('treeitem', { name: /Created/ })
      .last()
      .click()
    await window.getByRole('button', { name: /^Undo this change/ }).click()
    await expect(window.getByRole('article', { name: /^Conflict in about-me\.md/ })).toBeVisible()
    await window.getByRole('button', { name: 'Don’t undo it' }).click()
    expect(await fs.readFile(nodePath.join(app.store, 'about-me.md'), 'utf8')).toContain('Lisbon')
    await window.getByRole('button', { name: 'Other ways back' }).click()
    await window.getByRole('radio', { name: /Restore this file/ }).click()
    await window
      .getByRole('button', { name: /^Restore/ })
      .last()
      .click()
    await expect(window.getByRole('status').filter({ hasText: 'Restored: about-me.md' })).toBeVisible()
    expect(await fs.readFile(nodePath.join(app.store, 'about-me.md'), 'utf8')).toContain('Porto')
  })

  await test.step('a whole turn of several files is undone in one go, from the menu of its answer', async () => {
    await window.keyboard.press('Control+1')
    await say(window, 'Remember that Ana likes tea. Remember that Ben likes coffee')
    expect(await fs.readdir(nodePath.join(app.store, 'people'))).toEqual(['ana.md', 'ben.md'])
    await window.getByRole('button', { name: 'More for this answer' }).last().click()
    await window.getByRole('menuitem', { name: 'Undo this turn' }).click()
    await window.getByRole('button', { name: /2 files/ }).click()
    await expect(window.getByRole('status').filter({ hasText: /^Removed .+ and 1 more file/ })).toBeVisible()
    await expect(fs.access(nodePath.join(app.store, 'people', 'ana.md'))).rejects.toThrow()
  })
})

test('undone in the timeline: a folder that was deleted comes back at once; a redone line stays the author’s', async ({
  app,
  window,
}) => {
  await test.step('a line that is undone and redone stays the author’s, and says who brought it back', async () => {
    await say(window, 'My favourite colour is blue')
    await say(window, 'Actually my favourite colour is green')
    const status = window.getByRole('status')
    await window
      .getByRole('article', { name: /^Edited about-me\.md/ })
      .getByRole('button', { name: 'Undo' })
      .click()
    await expect(status.filter({ hasText: /^Changed “.*green” back to “.*blue” in about-me.md/ })).toBeVisible()
    await window.keyboard.press('Control+z')
    await expect(status.filter({ hasText: /back to “.*green” in about-me.md/ })).toBeVisible()
    // Nothing that somebody else did is taken back.
    await window.keyboard.press('Control+z')
    await expect(status.filter({ hasText: 'nothing of yours to undo' })).toBeVisible()
    expect(await fs.readFile(nodePath.join(app.store, 'about-me.md'), 'utf8')).toContain('green')
    await window.keyboard.press('Control+2')
    await window.getByRole('treeitem', { name: /^about-me\.md/ }).click()
    await window.getByRole('button', { name: 'Versions of line 3' }).click()
    const newest = window.getByRole('region', { name: 'Versions of line 3' }).getByRole('row').first()
    await expect(newest).toContainText('green')
    await expect(newest).toContainText('restored by you')
    await expect(newest.getByRole('img', { name: 'agent', exact: true })).toBeVisible()
  })

  await test.step('a folder that is deleted is one row with its files, and comes back with one undo', async () => {
    await app.exec(
      { command: 'create', path: '/memories/people/ana.md', file_text: 'Ana\n' },
      { command: 'create', path: '/memories/people/work/tom.md', file_text: 'Tom\n' },
      { command: 'delete', path: '/memories/people' },
    )
    await window.keyboard.press('Control+3')
    const row = window.getByRole('treeitem', { name: /^Deleted people\/, 2 files/ })
    await row.click()
    await expect(window.getByRole('heading', { name: 'people/ deleted' })).toBeVisible()
    await window.keyboard.press('u')
    await window.getByRole('button', { name: /^Restore 2 files/ }).click()
    await expect(window.getByRole('status').filter({ hasText: /and 1 more file are back/ })).toBeVisible()
    expect(await fs.readFile(nodePath.join(app.store, 'people', 'work', 'tom.md'), 'utf8')).toBe('Tom\n')
  })
})
