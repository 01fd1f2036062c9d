import type { Page } from '@playwright/test'
import { create, expect, replace, say, test } from './app.ts'

// Rules for agents: written under Policies, met by an agent, marked in the tree.

test('a rule shows what it would have stopped before it is saved, then stops agents and nobody else', async ({
  app,
  window,
}) => {
  await app.exec(create('work/plan.md', 'one\n'), create('notes.md', 'a\n'), replace('work/plan.md', 'one', 'two'))
  await window.keyboard.press('Control+5')
  await window.getByRole('button', { name: 'New rule for agents' }).click()
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

  await test.step('agents only read for now, from the palette until the status bar is pressed', async () => {
    await window.keyboard.press('Control+k')
    await window.getByRole('combobox', { name: 'Search or type a command' }).fill('>stop agents')
    await window.keyboard.press('Enter')
    const light = window.getByRole('button', { name: 'agents can’t write' })
    await expect(light).toBeVisible()
    expect((await app.cli('read-only')).out).toBe('agents can only read\n')
    expect((await app.exec(create('free.md', 'x\n')))[0]).toMatchObject({ is_error: true })
    await light.click()
    await expect(light).toHaveCount(0)
    expect((await app.exec(create('free.md', 'x\n')))[0]).toMatchObject({ is_error: false })
    expect((await app.cli('read-only', 'on')).out).toBe('agents can only read\n')
    await expect(light).toBeVisible()
    expect((await app.cli('read-only', 'off')).out).toBe('agents may write\n')
    await expect(light).toHaveCount(0)
  })
})

test('what agents write where a rule asks waits in Review and in the thread: saved, edited, or not', async ({
  app,
  window,
}) => {
  await app.cli('rules', 'add', '--paths', '**', '--do', 'ask')
  await app.exec(
    create('work/plan.md', 'Paint the fence.\n'),
    create('ana.md', 'Ana lives in Faro.\n'),
    create('tom.md', 'Tom lives in Porto.\n'),
  )
  await window.keyboard.press('Control+4')
  const list = window.getByRole('region', { name: 'Waiting for you' })
  const rows = list.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await rows.filter({ hasText: 'Paint the fence.' }).getByRole('link').click()
  const pane = window.getByRole('region', { name: '“Paint the fence.”' })
  await expect(pane.getByRole('group', { name: 'Change' })).toContainText('Paint the fence.')
  await window.keyboard.press('Enter')
  await expect(rows).toHaveCount(2)
  expect((await app.cli('log', '--limit', '1')).out).toContain('Paint the fence.')

  // The next one is there at once; it is edited before it is saved.
  const next = window.getByRole('region', { name: '“Ana lives in Faro.”' })
  await expect(next).toBeVisible()
  await window.keyboard.press('e')
  await window.getByRole('textbox', { name: 'Text to save' }).fill('Ana lives in Braga.\n')
  await window.keyboard.press('Control+Enter')
  await expect(rows).toHaveCount(1)
  expect((await app.cli('log', '--limit', '1')).out).toContain('Ana lives in Braga.')

  await expect(window.getByRole('region', { name: '“Tom lives in Porto.”' })).toBeVisible()
  await window.getByRole('textbox', { name: 'Why not' }).fill('He has moved.')
  // The key that saves an edit saves nothing that a reason is given against.
  await window.keyboard.press('Control+Enter')
  await expect(rows).toHaveCount(1)
  await window.keyboard.press('Enter')
  await expect(list).toHaveCount(0)
  expect((await app.cli('log')).out).not.toContain('Tom lives')
  const [told] = await app.exec({ command: 'view', path: '/memories' })
  expect(told?.content).toContain('They say: He has moved.')
  expect(JSON.parse((await app.cli('waiting', '--json')).out)).toEqual([])

  await test.step('in the thread, the card is the change once it is saved', async () => {
    await window.keyboard.press('Control+1')
    await say(window, 'Remember that Eva is allergic to nuts')
    const held = window.getByRole('article', { name: /^Waits for you: / })
    await expect(held).toBeVisible()
    await held.getByRole('button', { name: 'Save it' }).click()
    await expect(held).toHaveCount(0)
    await expect(window.getByRole('article').filter({ hasText: 'nuts' })).toBeVisible()
    expect((await app.cli('log', '--limit', '1')).out).toMatch(/agent.*nuts/)
    await say(window, 'Remember that Ben is allergic to bees')
    await held.getByRole('button', { name: 'Edit' }).click()
    await window.getByRole('textbox', { name: 'Text to save' }).press('Control+a')
    await window.keyboard.type('Ben keeps bees.')
    await window.keyboard.press('Control+Enter')
    await expect(list).toHaveCount(0)
    expect((await app.cli('log', '--limit', '1')).out).toContain('Ben keeps bees.')
    await window.keyboard.press('Control+1')
    await say(window, 'Remember that Ida is allergic to cats')
    const why = held.getByRole('button', { name: 'Say why' })
    await why.focus()
    await window.keyboard.press('Enter')
    await expect(why).toHaveAttribute('aria-expanded', 'true')
    await expect(held.getByRole('textbox', { name: 'Why not' })).toBeFocused()
    await window.keyboard.type('She has three.')
    await window.keyboard.press('Enter')
    await expect(held).toHaveCount(0)
    expect((await app.cli('log')).out).not.toContain('Ida')
  })

  await test.step('of a change at several places, some are saved', async () => {
    await app.exec(create('list.md', 'one\ntwo\nthree\n'))
    expect((await app.cli('accept', '--all')).code).toBe(0)
    await app.exec(replace('list.md', 'one\ntwo\nthree', 'ONE\ntwo\nTHREE'))
    await window.keyboard.press('Control+4')
    await list.getByRole('link', { name: /ONE/ }).click()
    const first = window.getByRole('checkbox', { name: '“ONE”' })
    await first.uncheck()
    await window.getByRole('checkbox', { name: '“THREE”' }).uncheck()
    await expect(window.getByRole('button', { name: 'Save 0 of 2' })).toBeDisabled()
    await first.check()
    await window.getByRole('button', { name: 'Save 1 of 2' }).click()
    await expect(list).toHaveCount(0)
    const [seen] = await app.exec({ command: 'view', path: '/memories/list.md' })
    expect(seen?.content).toMatch(/ONE\n.*two\n.*three/)
  })

  await test.step('several are settled together, also from the terminal', async () => {
    await app.exec(create('a.md', 'a\n'), create('b.md', 'b\n'), create('c.md', 'c\n'))
    await window.keyboard.press('Control+4')
    await list.getByRole('button', { name: 'Save all 3' }).click()
    await expect(list).toHaveCount(0)
    await app.exec(create('d.md', 'd\n'), create('e.md', 'e\n'))
    const [first, second] = JSON.parse((await app.cli('waiting', '--json')).out)
    expect(first).toMatchObject({ kind: 'write', paths: ['d.md'] })
    expect((await app.cli('accept', first.id)).code).toBe(0)
    expect((await app.cli('refuse', second.id, '--reason', 'Not this')).out).toContain('not saved')
    expect((await app.cli('waiting')).out).toBe('nothing waits\n')
  })
})

test('a conversation asks first, and so does another agent; what it may do is said beside it', async ({
  app,
  window,
}) => {
  await choose(window, 'Saving: Save freely', 'Ask me first')
  await say(window, 'Remember that Ana is allergic to shellfish')
  await expect(window.getByRole('article', { name: /^Waits for you: .*shellfish/ })).toBeVisible()
  expect((await app.cli('log')).out).not.toContain('shellfish')

  // From here on it saves; the next conversation does as Settings say.
  await choose(window, 'Saving: Ask me first', 'Save freely')
  await say(window, 'Remember that Tom lives in Porto')
  await expect.poll(async () => (await app.cli('log', '--limit', '1')).out).toContain('Porto')
  await window.keyboard.press('Control+,')
  await window.getByRole('link', { name: 'Memory', exact: true }).last().click()
  await window.getByRole('combobox', { name: 'What the agent saves' }).selectOption({ label: 'Ask me first' })
  await window.keyboard.press('Control+n')
  await expect(window.getByRole('button', { name: 'Saving: Ask me first' })).toBeVisible()
  await say(window, 'Remember that Eva likes tea')
  await expect(window.getByRole('article', { name: /^Waits for you: .*tea/ })).toBeVisible()
})

test('a conversation saves only what it is told to: by words, or by a switch, and nothing else', async ({
  app,
  window,
}) => {
  await choose(window, 'Saving: Save freely', 'Only what I tell it to')
  const remember = window.getByRole('button', { name: 'Remember this' })
  const message = window.getByRole('textbox', { name: 'Message' })
  const newest = async (): Promise<string> => (await app.cli('log', '--limit', '1')).out

  // Words that ask switch it on; the user may switch it off again.
  await expect(remember).toHaveAttribute('aria-pressed', 'false')
  await message.fill('Remember that Ana is allergic to shellfish')
  await expect(remember).toHaveAttribute('aria-pressed', 'true')
  await remember.click()
  await expect(remember).toHaveAttribute('aria-pressed', 'false')
  await message.press('Enter')
  const refused = window.getByRole('article', { name: /^Not written: people\/ana/ })
  await expect(refused).toContainText('You save only what you tell the agent to.')
  await expect(window.getByText('Nothing was saved: you save only what you tell me to.')).toBeVisible()
  expect((await app.cli('log')).out).not.toContain('shellfish')

  // Edited, the message asks.
  await window.getByRole('region', { name: 'Turn 1' }).hover()
  await window.getByRole('button', { name: 'Edit message' }).click()
  await expect(remember).toHaveAttribute('aria-pressed', 'true')
  await message.press('Enter')
  await expect.poll(newest).toContain('shellfish')

  // The next message does not, until the user says so.
  await say(window, 'My name is Tom')
  await expect(window.getByRole('article', { name: /^Not written: about-me/ })).toBeVisible()
  await message.fill('I live in Porto')
  await expect(remember).toHaveAttribute('aria-pressed', 'false')
  await remember.click()
  await message.press('Enter')
  await expect.poll(newest).toContain('Porto')
  await expect(remember).toHaveAttribute('aria-pressed', 'false')
})

/** What becomes of what the agent writes, by the keyboard. */
async function choose(window: Page, now: string, to: string): Promise<void> {
  await window.getByRole('button', { name: now }).press('Enter')
  await window.getByRole('menuitem', { name: to }).press('Enter')
  await expect(window.getByRole('button', { name: `Saving: ${to}` })).toBeVisible()
}
