import { expect, test } from 'vitest'
import type { Format, PresetId } from '../../../shared/presets.ts'
import { saying } from '../../../testing/saying.ts'
import { kindOfServer, readAddress } from './address.ts'

const MESSAGES: readonly (readonly [string, string])[] = [
  ['http://localhost:8080', 'http://localhost:8080'],
  [' http://localhost:8080/ ', 'http://localhost:8080'],
  ['http://localhost:8080/v1', 'http://localhost:8080'],
  ['http://localhost:8080/v1/messages', 'http://localhost:8080'],
  ['http://localhost:8080/v1/models/', 'http://localhost:8080'],
  ['http://localhost:8080/v1/chat/completions', 'http://localhost:8080'],
  ['https://openrouter.ai/api/v1/chat/completions', 'https://openrouter.ai/api'],
  ['https://api.deepseek.com/anthropic/', 'https://api.deepseek.com/anthropic'],
]

test.each(MESSAGES)('in the Messages format, %s is read as %s', (typed, read) => {
  expect(readAddress(typed, 'messages', 'other')).toBe(read)
})

const OPENAI: readonly (readonly [string, string, PresetId?])[] = [
  ['http://localhost:8080', 'http://localhost:8080/v1'],
  ['http://localhost:8080/v1/', 'http://localhost:8080/v1'],
  ['http://localhost:8080/v1/chat/completions', 'http://localhost:8080/v1'],
  ['http://localhost:8080/v1/chat/completions/', 'http://localhost:8080/v1'],
  ['http://localhost:8080/chat/completions', 'http://localhost:8080'],
  ['http://localhost:8080/v1/models', 'http://localhost:8080/v1'],
  ['http://localhost:8080/v1/responses', 'http://localhost:8080/v1'],
  ['http://localhost:8080/v1/messages', 'http://localhost:8080/v1'],
  ['https://gateway.example/llm', 'https://gateway.example/llm/v1'],
  ['https://api.z.ai/api/paas/v4/', 'https://api.z.ai/api/paas/v4'],
  ['https://api.groq.com/openai', 'https://api.groq.com/openai/v1', 'groq'],
  ['https://api.groq.com', 'https://api.groq.com/openai/v1', 'groq'],
  ['https://api.groq.com/openai/v1', 'https://api.groq.com/openai/v1', 'groq'],
  ['https://generativelanguage.googleapis.com', 'https://generativelanguage.googleapis.com/v1beta/openai', 'gemini'],
  [
    'https://generativelanguage.googleapis.com/v1beta/openai/',
    'https://generativelanguage.googleapis.com/v1beta/openai',
    'gemini',
  ],
  ['https://me.openai.azure.com', 'https://me.openai.azure.com/openai/v1', 'azure'],
  ['https://me.services.ai.azure.com/openai/v1/', 'https://me.services.ai.azure.com/openai/v1', 'azure'],
  [
    'https://me.openai.azure.com/openai/deployments/mine/chat/completions?api-version=2024-10-21',
    'https://me.openai.azure.com/openai/v1',
    'azure',
  ],
  ['https://proxy.example', 'https://proxy.example/v1', 'gemini'],
]

test.each(OPENAI.map(([typed, read, preset = 'other']) => ({ typed, read, preset })))(
  'in the OpenAI format, $typed is read as $read',
  ({ typed, read, preset }) => {
    expect(readAddress(typed, 'openai', preset)).toBe(read)
  },
)

test.each<Format>(['messages', 'openai'])('what is no address is explained: %s', (format) => {
  const words = (typed: string): unknown => readAddress(typed, format, 'other')
  expect(words('localhost:8080')).toMatchObject({ words: saying('isn’t a web address') })
  expect(words('https://me:secret@model.example')).toMatchObject({ words: expect.not.stringContaining('secret') })
  expect(words('https://YOUR-RESOURCE-NAME.openai.azure.com/openai/v1/')).toMatchObject({
    problem: 'wrong-address',
    words: saying('the name of your Azure resource'),
  })
})

test.each<readonly [string, Format, PresetId, PresetId]>([
  ['https://api.mistral.ai/v1', 'openai', 'other', 'mistral'],
  ['https://me.openai.azure.com', 'openai', 'other', 'azure'],
  ['http://127.0.0.1:8080/v1', 'openai', 'mlx-lm', 'mlx-lm'],
  ['http://127.0.0.1:8080/v1', 'openai', 'llama-cpp', 'other'],
  ['https://api.deepseek.com', 'openai', 'other', 'other'],
])('%s in the %s format, chosen as %s, is a server of kind %s', (address, format, chosen, kind) => {
  expect(kindOfServer(address, format, chosen)).toBe(kind)
})
