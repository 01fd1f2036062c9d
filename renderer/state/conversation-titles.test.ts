import { expect, it, vi } from 'vitest'
import { messages as german } from '../locales/de.po'
import { messages as english } from '../locales/en.po'
import { conversation } from '../testing/conversations.ts'

const stored = [
  conversation({ id: 'numbers', title: '' }),
  conversation({ id: 'trip', title: 'Trip' }),
  conversation({ id: 'secret', title: 'Secret', temporary: true }),
]
/** Of everything else, the core says nothing. */
const silent = new Proxy({}, { get: () => ({ query: () => new Promise(() => undefined) }) })
vi.mock('./api.ts', () => {
  const chat = { list: { query: async () => stored }, deletedTitles: { query: async () => ({ a: '', b: 'Old' }) } }
  const own = { chat, events: { subscribe: () => undefined } }
  return {
    api: new Proxy(own, { get: (_, name) => Reflect.get(own, name) ?? silent }),
    sentence: String,
    useLink: { subscribe: () => undefined },
  }
})
// There is no window here.
vi.mock('./window-store.ts', () => ({ useWindow: { getState: () => ({ everyStore: false }) } }))
const { i18n } = await import('@lingui/core')
const { useChat } = await import('./chat-store.ts')
const { followCore } = await import('./events.ts')

it('a conversation that has no title to be shown is called something in the language of the page', async () => {
  const titles = (): readonly unknown[] => {
    const { list, deletedTitles } = useChat.getState()
    return [...(list ?? []).map(({ title }) => title), Object.fromEntries(deletedTitles)]
  }
  i18n.loadAndActivate({ locale: 'en', messages: english })
  followCore()
  await expect
    .poll(titles)
    .toEqual(['New conversation', 'Trip', 'Temporary conversation', { a: 'New conversation', b: 'Old' }])
  i18n.loadAndActivate({ locale: 'de', messages: german })
  await expect
    .poll(titles)
    .toEqual(['Neues Gespräch', 'Trip', 'Temporäres Gespräch', { a: 'Neues Gespräch', b: 'Old' }])
})
