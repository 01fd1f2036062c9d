import { z } from 'zod'

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
  /** Format and key header are the user's choice; those here are where it begins. */
  readonly leavesChoice: boolean
  /** Limitations to know about, one sentence each. */
  readonly lacks: readonly string[]
}

type Described<Id extends PresetId> = Preset & { readonly id: Id }
type Facts = Pick<Preset, 'name' | 'format' | 'baseUrl' | 'lacks'> & Partial<Preset>

const UNCACHED = 'Nothing is cached between requests: long conversations become slower.'
const WINDOW = 'The context window is what the server was started with; a small one forgets the beginning.'
const TRAINED = 'Only models trained to use tools can write to the memory.'

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
    lacks: [`What you say goes to ${facts.name}.`, ...lacks],
  }
}

export const PRESETS: { readonly [Id in PresetId]: Described<Id> } = {
  ollama: local('ollama', {
    name: 'Ollama',
    format: 'messages',
    baseUrl: 'http://127.0.0.1:11434',
    lacks: [
      'Version 0.14 or later is needed.',
      'Only models marked "tools" can write to the memory.',
      `${WINDOW} Set OLLAMA_CONTEXT_LENGTH.`,
    ],
  }),
  'lm-studio': local('lm-studio', {
    name: 'LM Studio',
    format: 'messages',
    baseUrl: 'http://127.0.0.1:1234',
    lacks: ['Version 0.4.1 or later is needed, with its server switched on.', TRAINED, WINDOW],
  }),
  'llama-cpp': local('llama-cpp', {
    name: 'llama.cpp',
    format: 'messages',
    baseUrl: 'http://127.0.0.1:8080',
    lacks: [
      'An older build must be started with --jinja, or it knows no tools; a present one needs no option.',
      'It answers with the one model it was started with.',
      WINDOW,
    ],
  }),
  vllm: local('vllm', {
    name: 'vLLM',
    format: 'messages',
    baseUrl: 'http://127.0.0.1:8000',
    lacks: ['It must be started with --enable-auto-tool-choice and the --tool-call-parser of its model.', UNCACHED],
  }),
  litellm: local('litellm', {
    name: 'LiteLLM',
    format: 'messages',
    baseUrl: 'http://127.0.0.1:4000',
    needsKey: true,
    lacks: ['What a model can do is up to the service behind the proxy.', UNCACHED],
  }),
  'mlx-lm': local('mlx-lm', {
    name: 'mlx-lm',
    format: 'openai',
    baseUrl: 'http://127.0.0.1:8080/v1',
    lacks: ['Start it with mlx_lm.server.', TRAINED],
  }),
  jan: local('jan', {
    name: 'Jan',
    format: 'openai',
    baseUrl: 'http://127.0.0.1:1337/v1',
    needsKey: true,
    lacks: ['Its local API server must be switched on, with a key of your choice.', TRAINED],
  }),
  koboldcpp: local('koboldcpp', {
    name: 'KoboldCpp',
    format: 'openai',
    baseUrl: 'http://127.0.0.1:5001/v1',
    lacks: [
      TRAINED,
      'An answer may come all at once, and tokens may not be counted, because the memory is offered as a tool.',
    ],
  }),
  'text-generation-webui': local('text-generation-webui', {
    name: 'text-generation-webui',
    format: 'openai',
    baseUrl: 'http://127.0.0.1:5000/v1',
    lacks: ['It must be started with --api, and a model be loaded in it.', TRAINED],
  }),
  openrouter: hosted('openrouter', {
    name: 'OpenRouter',
    format: 'messages',
    baseUrl: 'https://openrouter.ai/api',
    lacks: ['OpenRouter sends it on to the service it chooses.', 'Not every model there can use tools.', UNCACHED],
  }),
  openai: hosted('openai', {
    name: 'OpenAI',
    format: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    lacks: ['Its models do not show their thoughts.'],
  }),
  gemini: hosted('gemini', {
    name: 'Google Gemini',
    format: 'openai',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta/openai/',
    lacks: ['Its models do not show their thoughts here.'],
  }),
  mistral: hosted('mistral', {
    name: 'Mistral',
    format: 'openai',
    baseUrl: 'https://api.mistral.ai/v1',
    lacks: [],
  }),
  groq: hosted('groq', {
    name: 'Groq',
    format: 'openai',
    baseUrl: 'https://api.groq.com/openai/v1',
    lacks: ['Not every model there can use tools.'],
  }),
  together: hosted('together', {
    name: 'Together AI',
    format: 'openai',
    baseUrl: 'https://api.together.ai/v1',
    lacks: ['Not every model there can use tools.'],
  }),
  xai: hosted('xai', { name: 'xAI', format: 'openai', baseUrl: 'https://api.x.ai/v1', lacks: [] }),
  azure: hosted('azure', {
    name: 'Azure OpenAI',
    format: 'openai',
    keyHeader: 'api-key',
    baseUrl: 'https://YOUR-RESOURCE-NAME.openai.azure.com/openai/v1/',
    lacks: ['Write the name of your resource into the address. The model is the name of your deployment.'],
  }),
  deepseek: hosted('deepseek', {
    name: 'DeepSeek',
    format: 'messages',
    keyHeader: 'x-api-key',
    baseUrl: 'https://api.deepseek.com/anthropic',
    lacks: ['A name that begins with "claude" is answered by one of its own models.'],
  }),
  kimi: hosted('kimi', {
    name: 'Kimi (Moonshot AI)',
    format: 'messages',
    baseUrl: 'https://api.moonshot.ai/anthropic',
    lacks: ['A key from China needs api.moonshot.cn in the address.'],
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
    lacks: ['It must know tools, and answer in the chosen format: at /v1/messages, or at /v1/chat/completions.'],
  },
}
