import * as fs from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import * as nodePath from 'node:path'
import { LLMock } from '@copilotkit/aimock'
import type { Page } from '@playwright/test'
import { type App, expect, say, test } from './app.ts'
import { type ScriptedModel, startScriptedModel } from './scripted-model.ts'

test('another server is chosen and tested, and its failures are explained, as is a missing network; a key is stored and forgotten', async ({
  app,
  window,
}) => {
  await test.step('a key is stored, never shown again, and forgotten on request', async () => {
    await window.keyboard.press('Control+,')
    await window.getByRole('radio', { name: /Anthropic/ }).click()
    await window.getByRole('textbox', { name: /^Key/ }).fill('sk-ant-test-0123456789')
    await window.keyboard.press('Enter')
    await expect(window.getByRole('radio', { name: /Anthropic/ })).toContainText('ready')
    expect(await window.content()).not.toContain('sk-ant-test-0123456789')
    await window.getByRole('button', { name: 'Forget the key' }).click()
    await expect(window.getByRole('radio', { name: /Anthropic/ })).toContainText('no key')
    await window.keyboard.press('Control+z')
    await expect(window.getByRole('radio', { name: /Demo model/ })).toBeChecked()
    // What is not ready leads to what it lacks.
    await window.keyboard.press('Control+1')
    await window.getByRole('button', { name: 'Model: Demo model' }).click()
    await window.getByRole('menuitem', { name: 'Anthropic · no key' }).click()
    await expect(window.getByRole('textbox', { name: /^Key/ })).toBeFocused()
  })

  await test.step('a compatible server is chosen, named and tested, and its failures are explained', async () => {
    // A server that answers, but in an unknown format.
    const server = createServer((_request, response) => response.writeHead(404).end('nothing here'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    await window.getByRole('radio', { name: /Other servers/ }).click()
    await window.getByRole('textbox', { name: /^Address/ }).fill(`http://127.0.0.1:${port}`)
    await window.keyboard.press('Tab')
    await window.getByRole('textbox', { name: /^Model/ }).fill('some-model')
    await window.keyboard.press('Enter')
    await expect(window.getByRole('radio', { name: /Other servers/ })).toHaveAttribute('aria-checked', 'true')
    await window.getByRole('button', { name: 'Test it' }).click()
    await expect(
      window.getByRole('main').getByRole('status').filter({ hasText: 'answered, but not in the Messages format' }),
    ).toBeVisible()
    server.close()
  })

  await test.step('it speaks the chosen format, with the chosen key header; of a kind, both are known', async () => {
    const mock = new LLMock({ port: 0, logLevel: 'silent' })
    mock.onMessage(/.*/, { content: 'Hello from the other format.' })
    await mock.start()
    const format = window.getByRole('group', { name: 'Format', exact: true })
    const keyHeader = window.getByRole('group', { name: 'Key header', exact: true })
    await window.getByRole('combobox', { name: 'Server' }).selectOption('Azure OpenAI')
    await expect(window.getByRole('textbox', { name: /^Address/ })).toHaveValue(/YOUR-RESOURCE-NAME/)
    await expect(window.getByText('Replace it with the name of your Azure resource').first()).toBeVisible()
    await expect(format).toHaveCount(0)
    await window.getByRole('combobox', { name: 'Server' }).selectOption('Another server')
    // The choice begins with what was in use.
    await expect(keyHeader.getByRole('button', { name: 'api-key', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    )
    await keyHeader.getByRole('button', { name: 'no key' }).click()
    await expect(window.getByRole('textbox', { name: /^Key/ })).toHaveCount(0)
    await window.getByRole('textbox', { name: /^Address/ }).fill(`${mock.url}/v1/chat/completions`)
    await window.keyboard.press('Tab')
    await window.getByRole('textbox', { name: /^Model/ }).fill('any')
    await window.keyboard.press('Enter')
    await window.getByRole('button', { name: 'Test it' }).click()
    const tried = window.getByRole('main').getByRole('status')
    await expect(tried.filter({ hasText: 'answered, using any' })).toBeVisible()
    await format.getByRole('button', { name: 'Messages format' }).click()
    await expect(format.getByRole('button', { name: 'Messages format' })).toHaveAttribute('aria-pressed', 'true')
    await format.getByRole('button', { name: 'OpenAI format' }).click()
    await window.keyboard.press('Control+1')
    await say(window, 'Hello')
    await expect(window.getByText('Hello from the other format.')).toBeVisible()
    await mock.stop()
  })

  await test.step('a missing network is reported at once, except for models that need none', async () => {
    await window.keyboard.press('Control+,')
    await window.getByRole('textbox', { name: /^Address/ }).fill('https://model.example')
    await window.keyboard.press('Tab')
    // Without a network, as Chromium imitates it, the page would not hear that the address is saved.
    await expect
      .poll(() => fs.readFile(nodePath.join(app.home, 'settings.json'), 'utf8'))
      .toContain('https://model.example')
    await window.reload()
    await window.getByRole('link', { name: /^Chat/ }).click()
    const notice = window.getByRole('status').filter({ hasText: 'No network.' })
    await expect(window.getByRole('button', { name: 'Model: any' })).toBeVisible()
    await expect(notice).toHaveCount(0)
    await window.context().setOffline(true)
    await expect(notice).toContainText('You can still read, edit, undo and restore.')
    await notice.getByRole('button', { name: 'Use the demo model' }).click()
    await expect(notice).toHaveCount(0)
  })
})

/** The app with a scripted model in Anthropic's place. */
async function startWith(app: App, page: Page, model: ScriptedModel): Promise<void> {
  await fs.writeFile(
    nodePath.join(app.home, 'settings.json'),
    JSON.stringify({ welcomed: true, provider: 'anthropic' }),
  )
  await page.goto(await app.start({ env: { ANTHROPIC_BASE_URL: model.url } }))
  await expect(page.getByRole('textbox', { name: 'Message' })).toBeVisible()
}

test('a wait is shown, a refused message edited; a budget is announced and raised; a failed turn goes on', async ({
  app,
  page,
}) => {
  const model = await startScriptedModel()
  await startWith(app, page, model)
  await test.step('a wait is shown until words arrive; a refused message is edited; thoughts are folded', async () => {
    const [message, last] = [
      page.getByRole('textbox', { name: 'Message' }),
      page.getByRole('region', { name: /^Turn \d+$/ }).last(),
    ]
    const busy = { status: 529, headers: { 'x-should-retry': 'true', 'retry-after-ms': '1500' } }
    model.answers(busy, { text: 'Aye.' })
    await message.fill('Are you there?')
    await page.keyboard.press('Enter')
    await expect(last).toContainText('Overloaded. Trying again (2 of 3)…')
    await expect(last).toContainText('Aye.')
    await expect(last).not.toContainText('Trying again')

    model.answers({ text: 'No.', stop: 'refusal' })
    await say(page, 'Tell me a secret')
    await message.fill('half a thought')
    await last.getByRole('button', { name: 'Edit and send again' }).click()
    await expect(message).toHaveValue('Tell me a secret')
    await expect(message).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(message).toHaveValue('half a thought')
    await message.fill('')
    await page.keyboard.press('ArrowUp')
    await expect(message).toHaveValue('Tell me a secret')
    await last.getByRole('button', { name: 'Edit and send again' }).click()
    await expect(page.getByRole('status').filter({ hasText: 'Editing your message in turn' })).toBeVisible()
    await expect(message).toBeFocused()
    model.answers({ thought: 'They want a story.', text: 'Once upon a time.' })
    await message.fill('Tell me a story')
    await page.keyboard.press('Enter')
    await expect(last).toContainText('Once upon a time.')
    expect(JSON.stringify(model.asked.at(-1)?.messages)).not.toContain('Tell me a secret')
    // The thought is there, folded, and so is what the message said before.
    const thought = last.getByText('They want a story.')
    await expect(thought).toBeHidden()
    await last.getByRole('button', { name: 'Thoughts' }).click()
    await expect(thought).toBeVisible()
    await page.getByRole('button', { name: /^1 replaced turn/ }).click()
    await expect(page.getByText('Tell me a secret')).toBeVisible()
  })

  await test.step('a budget is set beside the meter, announced, kept, and raised to continue', async () => {
    await page.getByRole('button', { name: 'New conversation' }).click()
    const last = page.getByRole('region', { name: /^Turn \d+$/ }).last()
    const view = { call: { command: 'view', path: '/memories' } }
    await page.getByRole('button', { name: 'Budget: none' }).click()
    await page.getByRole('textbox', { name: 'Budget: Requests' }).fill('2.5')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert').filter({ hasText: 'Enter a whole number above 0.' })).toBeVisible()
    await page.getByRole('textbox', { name: 'Budget: Requests' }).fill('4')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('textbox', { name: 'Budget: Requests' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: 'Budget: 0 of 4 requests' })).toBeFocused()
    model.answers(view, view, view, view, { text: 'I wrote down where I am.' })
    await say(page, 'Sort everything')
    await expect(
      last.getByRole('note').filter({ hasText: 'Limit reached (4 of 4 requests): the agent was asked to wrap up' }),
    ).toBeVisible()
    await expect(last.getByRole('status')).toContainText('This conversation’s budget is used up: 5 of 4 requests.')
    expect(JSON.stringify(model.asked.at(-1)?.messages)).toContain('Write down in your memory where you are')
    await expect(page.getByRole('button', { name: 'Budget: 5 of 4 requests' })).toBeVisible()

    model.answers({ text: 'Now it is sorted.' })
    await last.getByRole('button', { name: 'Raise the budget to 8 requests and continue' }).click()
    await expect(last).toContainText('Now it is sorted.')
    await expect(page.getByRole('textbox', { name: 'Message' })).toBeFocused()
    await expect(page.getByRole('button', { name: 'Budget: 6 of 8 requests' })).toBeVisible()
    await page.getByRole('button', { name: /^Context and cost: / }).click()
    await expect(page.getByRole('dialog').getByRole('row', { name: /^2 / })).toContainText('240')
  })

  await test.step('a failed turn offers Continue, Retry and another model; drafts stay; context and cost are shown', async () => {
    await page.getByRole('button', { name: 'New conversation' }).click()
    const [message, last] = [
      page.getByRole('textbox', { name: 'Message' }),
      page.getByRole('region', { name: /^Turn \d+$/ }).last(),
    ]
    model.answers({ text: 'The clock drifts by up to', isCut: true })
    await say(page, 'Tell me of the gauge')
    await expect(last).toContainText('The clock drifts by up to')
    await expect(last.getByRole('alert')).toContainText('was cut off in the middle')

    model.answers({ text: 'four minutes a day.', cleared: 2 })
    await message.fill('half a thought')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(last).toContainText('four minutes a day.')
    await expect(last.getByRole('note')).toContainText('Older file reads were left out')
    await expect(page.getByRole('button', { name: 'Continue' })).toHaveCount(0)
    expect(JSON.stringify(model.asked.at(-1)?.messages)).toContain('The clock drifts by up to')
    await expect(page.getByRole('meter', { name: 'Context used' })).toHaveAttribute('aria-valuetext', '18.4k of 200k')

    // A draft survives another view and a reload.
    await page.keyboard.press('Control+2')
    await page.keyboard.press('Control+1')
    await expect(message).toHaveValue('half a thought')
    await page.reload()
    await expect(message).toHaveValue('half a thought')
    await expect(last).toContainText('four minutes a day.')

    model.answers({ status: 529 })
    await say(page, 'And then?')
    await expect(last.getByRole('alert')).toContainText('overloaded (529)')
    model.answers({ status: 401 })
    await page.getByRole('button', { name: 'Retry' }).click()
    await expect(last.getByRole('alert')).toContainText('requires a valid key (401)')
    await expect(last.getByRole('button', { name: 'Open Settings' })).toBeVisible()
    await page.getByRole('button', { name: 'Ask another model' }).click()
    await page.getByRole('menuitem', { name: 'Demo model' }).click()
    await expect(last.getByText('Demo', { exact: true })).toBeVisible()
    await expect(last.getByRole('alert')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Context and cost: 18\.4k/ })).toBeVisible()
  })
  await model.close()
})

test('the list of models shows limits and lifecycle, works offline, decides what can be chosen; one that will be retired says so', async ({
  app,
  page,
}) => {
  const model = await startScriptedModel()
  await startWith(app, page, model)
  await page.keyboard.press('Control+,')
  const models = page.getByRole('group', { name: 'Models from this service' })
  await expect(
    models.getByRole('button', { name: /Claude Sonnet 5\.5.*input up to 200k, output up to 64k/ }),
  ).toHaveAttribute('aria-pressed', 'true')
  await expect(models.getByRole('button', { name: /Claude Oldest.*retired/ })).toBeDisabled()
  const tab = (name: string) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click()
  await tab('Memory')
  await page.getByRole('textbox', { name: 'Your own words' }).fill('Answer in rhymes.')
  await page.getByRole('switch', { name: 'Keep the memory organised' }).click()
  await tab('Advanced')
  await page.getByRole('group', { name: 'Effort' }).getByRole('button', { name: 'High', exact: true }).click()
  await page.getByRole('button', { name: 'All prices' }).click()
  await page.getByRole('textbox', { name: 'claude-sonnet-5-5, output' }).fill('1000')
  await page.keyboard.press('Tab')

  await page.keyboard.press('Control+1')
  model.answers({ text: 'Aye.' })
  await say(page, 'Hello')
  expect(model.asked.at(-1)).toMatchObject({
    output_config: { effort: 'high' },
    max_tokens: 32_000,
    system: expect.stringMatching(/coherent and organized[^]*Answer in rhymes\.$/),
  })
  await expect(page.getByRole('button', { name: /, \$0\.24$/ })).toBeVisible()

  await page.keyboard.press('Control+,')
  await models.getByRole('button', { name: /Claude Older.*deprecated, retires on 4 March 2027/ }).click()
  await tab('Advanced')
  await expect(page.getByText('This model doesn’t support thinking.')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Effort' })).toHaveCount(0)

  // One that will be retired says so where one writes.
  await page.keyboard.press('Control+1')
  await expect(
    page.getByText('Claude Older will be retired on 4 March 2027. Choose another model in Settings.'),
  ).toBeVisible()
  await page.getByRole('button', { name: 'Open Settings' }).click()
  model.retires('claude-older')
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(models.getByRole('button', { name: /Claude Older.*retired: no longer answers/ })).toBeDisabled()
  await page.keyboard.press('Control+1')
  await expect(page.getByText('Claude Older was retired and no longer answers. Choose another model')).toBeVisible()
  await page.getByRole('button', { name: 'Open Settings' }).click()
  await tab('Advanced')
  await page.getByRole('group', { name: 'Cache the conversation for' }).getByRole('button', { name: '1 hour' }).click()
  await expect(page.getByText('costs twice the normal input price')).toBeVisible()
  await tab('Model')

  await model.close()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText(/^The server at 127.*isn’t answering/)).toBeVisible()
  await expect(models.getByRole('button')).toHaveCount(3)
})
