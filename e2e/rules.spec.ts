import { create, expect, replace, test } from './app.ts'

// Rules for agents: written under Policies, met by an agent, marked in the tree.

test('a rule shows what it would have stopped before it is saved, then stops agents and nobody else', async ({
  app,
  window,
}) => {
  await app.exec(create('work/plan.md', 'one\n'), create('notes.md', 'a\n'), replace('work/plan.md', 'one', 'two'))
  await window.keyboard.press('Control+5')
  await window.getByRole('button', { name: 'Add a rule for agents' }).click()
  const form = window.getByRole('group', { name: 'Rule for agents' })
  const effect = window.getByRole('list', { name: 'Effect of the rules' })
  await expect(effect).toContainText('It would have stopped 2 of the last 3 changes by agents:')
  await form.getByRole('button', { name: 'May only grow' }).click()
  await expect(effect).toContainText('It would have stopped 1 of the last 3 changes by agents:')
  await form.getByRole('combobox', { name: 'When' }).selectOption({ label: 'if the text may come from outside' })
  await expect(effect).toContainText('none of the last 3 changes')
  await form.getByRole('combobox', { name: 'When' }).selectOption({ label: 'always' })
  await form.getByRole('button', { name: 'Locked' }).click()
  expect((await app.cli('rules', 'list')).out).toContain('no rules')
  await form.getByRole('button', { name: 'Add the rule' }).click()
  await expect(window.getByRole('status').filter({ hasText: 'Rules for agents' })).toBeVisible()
  expect((await app.cli('rules', 'list')).out).toBe('1  work/**  is locked for every agent\n')

  const [refused] = await app.exec(replace('work/plan.md', 'two', 'three'))
  expect(refused).toMatchObject({ is_error: true, content: expect.stringContaining('locked work/plan.md') })

  await window.keyboard.press('Control+2')
  await window.getByRole('treeitem', { name: /^plan\.md.*For agents: Locked/ }).click()
  const mark = window.getByRole('link', { name: 'For agents: Locked' })
  await expect(mark).toBeVisible()
  // The user edits it as before.
  await window.getByRole('button', { name: /^Edit/ }).click()
  await window.keyboard.press('Control+End')
  await window.keyboard.type('by the user')
  await window.keyboard.press('Control+s')
  await expect.poll(async () => (await app.cli('log', '--limit', '1')).out).toContain('by the user')

  await test.step('one file is locked, and unlocked, from its menu; Undo takes that back', async () => {
    await window.getByRole('treeitem', { name: /^notes\.md/ }).click()
    const act = async (name: string): Promise<void> => {
      await window.getByRole('button', { name: 'More actions for this file' }).click()
      await window.getByRole('menuitem', { name }).click()
    }
    await act('Lock for agents')
    await expect(mark).toBeVisible()
    expect((await app.exec(replace('notes.md', 'a', 'b')))[0]).toMatchObject({ is_error: true })
    await act('Unlock for agents')
    await expect(mark).toHaveCount(0)
    await window.keyboard.press('Control+z')
    await expect(mark).toBeVisible()
  })
})
