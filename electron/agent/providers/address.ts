import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import type { ModelProblem } from '../../../shared/models.ts'
import { type Format, PRESETS, type PresetId } from '../../../shared/presets.ts'

export interface Obstacle {
  readonly problem: ModelProblem
  readonly words: Message
}

/** Azure's older addresses name the deployment and a version; its v1 API has one address for all. */
const AZURE = /\.(?:openai|services\.ai|cognitiveservices)\.azure\.com$/

const NOT_WEB = say('address-not-url')
const WITH_KEY = say('address-with-password')
const UNNAMED = say('address-needs-resource')

/**
 * The address to which the format's paths are added: people copy it with all, part or nothing of them.
 *
 * @param preset the kind of server; knows the path when only the host was written
 */
export function readAddress(typed: string, format: Format, preset: PresetId): string | Obstacle {
  const wrong = (words: Message): Obstacle => ({ problem: 'wrong-address', words })
  const url = URL.parse(typed.trim())
  if (url === null || !/^https?:$/.test(url.protocol)) return wrong(NOT_WEB)
  if (url.username !== '' || url.password !== '') return wrong(WITH_KEY)
  if (url.hostname.startsWith('your-resource-name.')) return wrong(UNNAMED)
  return `${url.origin}${format === 'messages' ? messagesPath(url) : openAIPath(url, preset)}`
}

/** The kind of server that an address tells; otherwise the one that was chosen, if it speaks this format. */
export function kindOfServer(address: string, format: Format, chosen: PresetId): PresetId {
  const hostname = URL.parse(address.trim())?.hostname ?? ''
  if (format === 'openai' && AZURE.test(hostname)) return 'azure'
  const known = Object.values(PRESETS).find(
    (preset) => !preset.isLocal && preset.format === format && URL.parse(preset.baseUrl)?.hostname === hostname,
  )
  return known?.id ?? (PRESETS[chosen].format === format ? chosen : 'other')
}

/** Ends before "/v1/messages". */
function messagesPath({ pathname }: URL): string {
  return pathname.replace(/(?:\/v1(?:\/(?:messages|models|chat\/completions))?)?\/*$/, '')
}

/** Ends before "/chat/completions". Nearly every server has "/v1" there, so it is added where no version is named. */
function openAIPath({ pathname, hostname }: URL, preset: PresetId): string {
  if (AZURE.test(hostname)) return '/openai/v1'
  const path = pathname.replace(/\/+$/, '')
  const whole = /^(.*)\/chat\/completions$/.exec(path)?.[1]
  if (whole !== undefined) return whole
  const base = path.replace(/\/(?:models|completions|responses|messages)$/, '')
  if (base === '') return usualPath(hostname, preset)
  return /\/v\d/.test(base) ? base : `${base}/v1`
}

function usualPath(hostname: string, preset: PresetId): string {
  const usual = URL.parse(PRESETS[preset].baseUrl)
  return usual?.hostname === hostname && PRESETS[preset].format === 'openai'
    ? usual.pathname.replace(/\/+$/, '')
    : '/v1'
}
