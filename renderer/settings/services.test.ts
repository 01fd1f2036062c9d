import { expect, it } from 'vitest'
import { CompatibleServer, DEFAULT_SETTINGS, Settings } from '../../shared/settings.ts'
import { serviceOf, settingsFor } from './services.ts'

const using = (preset: string, baseUrl: string): Settings =>
  Settings.parse({
    ...DEFAULT_SETTINGS,
    provider: 'compatible',
    compatible: CompatibleServer.parse({ preset, baseUrl, model: 'm' }),
  })

it('a service is found by its name, and its address is known', () => {
  expect(serviceOf(DEFAULT_SETTINGS)).toBe('demo')
  const change = settingsFor('openai', DEFAULT_SETTINGS)
  expect(change).toMatchObject({
    provider: 'compatible',
    compatible: { preset: 'openai', model: '', format: 'openai' },
  })
  expect(serviceOf({ ...DEFAULT_SETTINGS, ...change })).toBe('openai')
  expect(serviceOf(using('mistral', 'https://api.mistral.ai/v1'))).toBe('others')
})

it('what was set of a server stays while another service is used', () => {
  const settings = { ...using('mistral', 'https://mistral.example'), provider: 'demo' as const }
  expect(settingsFor('others', settings)).toEqual({ provider: 'compatible' })
  expect(settingsFor('demo', settings)).toBeNull()
  expect(settingsFor('others', using('openai', 'x'))).toMatchObject({ compatible: { preset: 'other', baseUrl: '' } })
})
