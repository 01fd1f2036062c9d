import { z } from 'zod'
import type { Message } from './messages/message.ts'
import { say } from './messages/say.ts'

/** Servers by kind: the format they speak, their usual address, how they take a key, and their known limitations. */

/** How a server is spoken to: Anthropic's Messages format, or OpenAI's Chat Completions format. */
export const Format = z.enum(['messages', 'openai'])
export type Format = z.infer<typeof Format>

/** The header that carries the key. */
export const KeyHeader = z.enum(['bearer', 'x-api-key', 'api-key', 'none'])
export type KeyHeader = z.infer<typeof KeyHeader>

export const PresetId = z.enum([
  'ollama',
  'lm-studio',
  'llama-cpp',
  'vllm',
  'litellm',
  'mlx-lm',
  'jan',
  'koboldcpp',
  'text-generation-webui',
  'openrouter',
  'openai',
  'gemini',
  'mistral',
  'groq',
  'together',
  'xai',
  'azure',
  'deepseek',
  'kimi',
  'zai',
  'other',
])
export type PresetId = z.infer<typeof PresetId>

export interface Preset {
  readonly id: PresetId
  readonly name: string
  readonly format: Format
  readonly keyHeader: KeyHeader
  /** Its default address, as its documentation writes it; '' if there is none. */
  readonly baseUrl: string
  readonly isLocal: boolean
  readonly needsKey: boolean
  /** Where the service makes keys. */
  readonly keyPage?: string
  /** Format and key header are the user's choice; those here are where it begins. */
  readonly leavesChoice: boolean
  /** Limitations to know about, one sentence each. */
  readonly lacks: readonly Message[]
}

type Described<Id extends PresetId> = Preset & { readonly id: Id }
type Facts = Pick<Preset, 'name' | 'format' | 'baseUrl' | 'lacks'> & Partial<Preset>

const UNCACHED = say('server-caches-nothing')
const WINDOW = say('server-context-window')
const TRAINED = say('server-trained-models')

function local<Id extends PresetId>(id: Id, facts: Facts): Described<Id> {
  return { keyHeader: 'bearer', isLocal: true, needsKey: false, leavesChoice: false, ...facts, id }
}

function hosted<Id extends PresetId>(id: Id, { lacks, ...facts }: Facts): Described<Id> {
  return {
    keyHeader: 'bearer',
    isLocal: false,
    needsKey: true,
    leavesChoice: false,
    ...facts,
    id,
    lacks: [...lacks, say('server-gets-what-you-say', { name: facts.name })],
  }
}

export const PRESETS: { readonly [Id in PresetId]: Described<Id> } = {
  ollama: local('ollama', {
    name: 'Ollama',
    format: 'messages',
    baseUrl: 'http://127.0.0.1:11434',
    lacks: [say('server-ollama-tools'), say('server-ollama-version'), WINDOW, say('server-ollama-context')],
  }),
  'lm-studio': local('lm-studio', {
    name: 'LM Studio',
    format: 'messages',
    baseUrl: 'http://127.0.0.1:1234',
    lacks: [say('server-lm-studio-version'), TRAINED, WINDOW],
  }),
  'llama-cpp': local('llama-cpp', {
    name: 'llama.cpp',
    format: 'messages',
    baseUrl: 'http://127.0.0.1:8080',
    lacks: [say('server-llama-cpp-jinja'), say('server-one-model'), WINDOW],
  }),
  vllm: local('vllm', {
    name: 'vLLM',
    format: 'messages',
    baseUrl: 'http://127.0.0.1:8000',
    lacks: [say('server-vllm-options'), UNCACHED],
  }),
  litellm: local('litellm', {
    name: 'LiteLLM',
    format: 'messages',
    baseUrl: 'http://127.0.0.1:4000',
    needsKey: true,
    lacks: [say('server-litellm'), UNCACHED],
  }),
  'mlx-lm': local('mlx-lm', {
    name: 'mlx-lm',
    format: 'openai',
    baseUrl: 'http://127.0.0.1:8080/v1',
    lacks: [say('server-mlx-lm'), TRAINED],
  }),
  jan: local('jan', {
    name: 'Jan',
    format: 'openai',
    baseUrl: 'http://127.0.0.1:1337/v1',
    needsKey: true,
    lacks: [say('server-jan'), TRAINED],
  }),
  koboldcpp: local('koboldcpp', {
    name: 'KoboldCpp',
    format: 'openai',
    baseUrl: 'http://127.0.0.1:5001/v1',
    lacks: [TRAINED, say('server-koboldcpp')],
  }),
  'text-generation-webui': local('text-generation-webui', {
    name: 'text-generation-webui',
    format: 'openai',
    baseUrl: 'http://127.0.0.1:5000/v1',
    lacks: [say('server-text-generation-webui'), TRAINED],
  }),
  openrouter: hosted('openrouter', {
    name: 'OpenRouter',
    format: 'messages',
    baseUrl: 'https://openrouter.ai/api',
    keyPage: 'https://openrouter.ai/settings/keys',
    lacks: [say('server-openrouter'), say('server-not-every-model'), UNCACHED],
  }),
  openai: hosted('openai', {
    name: 'OpenAI',
    format: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    keyPage: 'https://platform.openai.com/api-keys',
    lacks: [say('server-no-thoughts')],
  }),
  gemini: hosted('gemini', {
    name: 'Google Gemini',
    format: 'openai',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai/',
    keyPage: 'https://aistudio.google.com/apikey',
    lacks: [say('server-no-thoughts-here')],
  }),
  mistral: hosted('mistral', {
    name: 'Mistral',
    format: 'openai',
    baseUrl: 'https://api.mistral.ai/v1',
    keyPage: 'https://console.mistral.ai/api-keys',
    lacks: [],
  }),
  groq: hosted('groq', {
    name: 'Groq',
    format: 'openai',
    baseUrl: 'https://api.groq.com/openai/v1',
    keyPage: 'https://console.groq.com/keys',
    lacks: [say('server-not-every-model')],
  }),
  together: hosted('together', {
    name: 'Together AI',
    format: 'openai',
    baseUrl: 'https://api.together.ai/v1',
    keyPage: 'https://api.together.ai/settings/api-keys',
    lacks: [say('server-not-every-model')],
  }),
  xai: hosted('xai', {
    name: 'xAI',
    format: 'openai',
    baseUrl: 'https://api.x.ai/v1',
    keyPage: 'https://console.x.ai',
    lacks: [],
  }),
  azure: hosted('azure', {
    name: 'Azure OpenAI',
    format: 'openai',
    keyHeader: 'api-key',
    baseUrl: 'https://YOUR-RESOURCE-NAME.openai.azure.com/openai/v1/',
    lacks: [say('server-azure')],
  }),
  deepseek: hosted('deepseek', {
    name: 'DeepSeek',
    format: 'messages',
    keyHeader: 'x-api-key',
    baseUrl: 'https://api.deepseek.com/anthropic',
    keyPage: 'https://platform.deepseek.com/api_keys',
    lacks: [say('server-deepseek')],
  }),
  kimi: hosted('kimi', {
    name: 'Kimi (Moonshot AI)',
    format: 'messages',
    baseUrl: 'https://api.moonshot.ai/anthropic',
    lacks: [say('server-kimi')],
  }),
  zai: hosted('zai', {
    name: 'Z.ai',
    format: 'messages',
    baseUrl: 'https://api.z.ai/api/anthropic',
    lacks: [],
  }),
  other: {
    id: 'other',
    name: 'Another server',
    format: 'messages',
    keyHeader: 'bearer',
    baseUrl: '',
    isLocal: false,
    needsKey: false,
    leavesChoice: true,
    lacks: [say('server-other')],
  },
}
