import type { PresetId } from '../../../../shared/presets.ts'

/** What servers of the OpenAI format do differently from each other. */
export interface Habits {
  /** The field that limits an answer. Newer models of OpenAI refuse the older name; most others know no other. */
  readonly lengthField: 'max_tokens' | 'max_completion_tokens'
  /** Without that field an answer may be as long as the model allows; elsewhere it may end after a few hundred tokens. */
  readonly isLongByDefault: boolean
  /**
   * How the thoughts of an answer with calls go back. DeepSeek and Kimi refuse the request without them, Gemini without
   * its signatures; Groq and Mistral refuse the request with them.
   */
  readonly thoughtsGoBack: 'as reasoning_content' | 'as signatures' | 'never'
  /** Mistral refuses any other id than nine letters and digits. */
  readonly hasNineCharacterIds: boolean
  /** The values of `reasoning_effort` that this model takes; none where that is not known. */
  readonly efforts: (model: string) => readonly string[]
  /** What precedes the ids in its list of models, but not in requests. */
  readonly listPrefix: string
}

const LEVELS = ['low', 'medium', 'high']
const none = (): readonly string[] => []
const where =
  (pattern: RegExp, levels: readonly string[] = LEVELS) =>
  (model: string): readonly string[] =>
    pattern.test(model) ? levels : []

const LOCAL: Habits = {
  lengthField: 'max_tokens',
  isLongByDefault: false,
  thoughtsGoBack: 'never',
  hasNineCharacterIds: false,
  efforts: none,
  listPrefix: '',
}
const HOSTED: Habits = { ...LOCAL, isLongByDefault: true }
const OPENAI: Habits = {
  ...HOSTED,
  lengthField: 'max_completion_tokens',
  efforts: where(/^(?:gpt-[5-9]|o[1-9])/),
}

const KNOWN: { readonly [Id in PresetId]?: Habits } = {
  openai: OPENAI,
  azure: OPENAI,
  gemini: {
    ...HOSTED,
    thoughtsGoBack: 'as signatures',
    efforts: where(/^gemini-(?:2\.5|[3-9])/),
    listPrefix: 'models/',
  },
  mistral: { ...HOSTED, hasNineCharacterIds: true, efforts: where(/^mistral-small-(?:latest|26\d\d)$/, ['high']) },
  groq: { ...HOSTED, lengthField: 'max_completion_tokens', efforts: where(/^openai\/gpt-oss-/) },
  together: { ...HOSTED, efforts: where(/^openai\/gpt-oss-/) },
  xai: { ...HOSTED, lengthField: 'max_completion_tokens', efforts: where(/^grok-4\.[35]$/) },
  // Unknown servers include gateways to DeepSeek and Kimi.
  other: { ...LOCAL, thoughtsGoBack: 'as reasoning_content' },
}

export function habitsOf(preset: PresetId): Habits {
  return KNOWN[preset] ?? LOCAL
}
