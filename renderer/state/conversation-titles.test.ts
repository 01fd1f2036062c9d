import { expect, it, vi } from 'vitest'
import { messages as german } from '../locales/de.po'
import { messages as english } from '../locales/en.po'
import { conversation } from '../testing/conversations.ts'

const stored = [
  conversation({ id: 'numbers', title: '' }),
  conversation({ id: 'trip', title: 'Trip' }),
  conversation({ id: 'secret', title: 'Secret', temporary: true }),
]
vi.mock('./api.ts', () => ({
  api: { chat: { list: { query: async () => stored }, deletedTitles: { query: async () => ({ a: '', b: 'Old' }) } } },
  sentence: String,
  useLink: {},
}))
const { i18n } = await import('@lingui/core')
const { loadConversations, useChat } = await import('./chat-store.ts')

it('a conversation that has no title to be shown is called something in the language of the page', async () => {
  const titles = async (): Promise<readonly unknown[]> => {
    await loadConversations()
    const { list, deletedTitles } = useChat.getState()
    return [...(list ?? []).map(({ title }) => title), deletedTitles]
  }
  i18n.loadAndActivate({ locale: 'en', messages: english })
  expect(await titles()).toEqual([
    'New conversation',
    'Trip',
    'Temporary conversation',
    { a: 'New conversation', b: 'Old' },
  ])
  i18n.loadAndActivate({ locale: 'de', messages: german })
  expect(await titles()).toEqual(['Neues Gespräch', 'Trip', 'Temporäres Gespräch', { a: 'Neues Gespräch', b: 'Old' }])
})
