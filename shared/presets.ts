import { z } from 'zod'

/** Servers that speak the Messages format: their usual address, and their known limitations. */

export const PresetId = z.enum(['ollama', 'lm-studio', 'llama-cpp', 'vllm', 'litellm', 'openrouter', 'other'])
export type PresetId = z.infer<typeof PresetId>

export interface Preset {
  readonly id: PresetId
  readonly name: string
  /** Its default address; '' if there is none. */
  readonly baseUrl: string
  readonly isLocal: boolean
  readonly needsKey: boolean
  /** Limitations to know about, one sentence each. */
  readonly lacks: readonly string[]
}

const UNCACHED = 'Nothing is cached between requests: long conversations become slower.'
const WINDOW = 'The context window is what the server was started with; a small one forgets the beginning.'

export const PRESETS: { readonly [Id in PresetId]: Preset & { readonly id: Id } } = {
  ollama: {
    id: 'ollama',
    name: 'Ollama',
    baseUrl: 'http://127.0.0.1:11434',
    isLocal: true,
    needsKey: false,
    lacks: [
      'Version 0.14 or later is needed.',
      'Only models marked "tools" can write to the memory.',
      `${WINDOW} Set OLLAMA_CONTEXT_LENGTH.`,
    ],
  },
  'lm-studio': {
    id: 'lm-studio',
    name: 'LM Studio',
    baseUrl: 'http://127.0.0.1:1234',
    isLocal: true,
    needsKey: false,
    lacks: [
      'Version 0.4.1 or later is needed, with its server switched on.',
      'Only models trained to use tools can write to the memory.',
      WINDOW,
    ],
  },
  'llama-cpp': {
    id: 'llama-cpp',
    name: 'llama.cpp',
    baseUrl: 'http://127.0.0.1:8080',
    isLocal: true,
    needsKey: false,
    lacks: [
      'The server must be started with --jinja, or it knows no tools.',
      'It answers with the one model it was started with.',
      WINDOW,
    ],
  },
  vllm: {
    id: 'vllm',
    name: 'vLLM',
    baseUrl: 'http://127.0.0.1:8000',
    isLocal: true,
    needsKey: false,
    lacks: ['It must be started with --enable-auto-tool-choice and the --tool-call-parser of its model.', UNCACHED],
  },
  litellm: {
    id: 'litellm',
    name: 'LiteLLM',
    baseUrl: 'http://127.0.0.1:4000',
    isLocal: true,
    needsKey: true,
    lacks: ['What a model can do is up to the service behind the proxy.', UNCACHED],
  },
  openrouter: {
    id: 'openrouter',
    name: 'OpenRouter',
    baseUrl: 'https://openrouter.ai/api',
    isLocal: false,
    needsKey: true,
    lacks: [
      'What you say goes to OpenRouter and to the service it chooses.',
      'Not every model there can use tools.',
      UNCACHED,
    ],
  },
  other: {
    id: 'other',
    name: 'Another server',
    baseUrl: '',
    isLocal: false,
    needsKey: false,
    lacks: ['It must answer at /v1/messages and know tools.'],
  },
}
