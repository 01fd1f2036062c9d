import { withoutDrawl, withoutPictures } from '../spelling.ts'
import { DE } from './de.ts'
import { EN } from './en.ts'
import { ES } from './es.ts'
import { FR } from './fr.ts'
import { JA } from './ja.ts'
import type { Language } from './language.ts'
import { PT } from './pt.ts'
import { ZH } from './zh.ts'

/** Japanese before Chinese: both have Chinese characters. */
export const LANGUAGES: readonly Language[] = [EN, DE, FR, ES, PT, JA, ZH]

/** The language of a message; where it does not show, that of the latest message before it that does. */
export function languageOf(message: string, earlier: readonly string[] = []): Language {
  const shown = shownIn(message)
  if (shown?.isClear === true) return shown.language
  const before = earlier
    .toReversed()
    .map(shownIn)
    .find((found) => found !== null)
  return before?.language ?? shown?.language ?? EN
}

interface Shown {
  readonly language: Language
  /** One word of many is no more than a hint: names and typos look like words of other languages. */
  readonly isClear: boolean
}

/** Greetings have few words that tell a language. */
function isSmallTalk(text: string, { cues }: Language): boolean {
  return [cues.greet, cues.thank, cues.leave].some((patterns = []) =>
    patterns.some((pattern) => pattern.test(text.trim())),
  )
}

/** Long texts are told by their beginning. */
const MAX_CHARACTERS = 2000

function shownIn(message: string): Shown | null {
  const text = withoutDrawl(withoutPictures(message.slice(0, MAX_CHARACTERS)).toLowerCase())
  const byScript = LANGUAGES.find(({ script }) => script?.test(text) === true)
  if (byScript !== undefined) return { language: byScript, isClear: true }
  const words = text.replaceAll('’', "'").match(/[\p{L}\p{M}']+/gu) ?? []
  const spoken = LANGUAGES.filter((language) => isSmallTalk(text, language))
  const [only] = spoken
  if (only !== undefined) return { language: only, isClear: spoken.length === 1 }
  const scores = LANGUAGES.map(
    ({ marks, signs }) => words.filter((word) => marks.has(word)).length + (signs?.test(text) === true ? 1 : 0),
  )
  const best = Math.max(...scores)
  const leaders = LANGUAGES.filter((_, at) => scores[at] === best)
  const [language] = leaders
  if (best === 0 || language === undefined || leaders.length > 1) return null
  return { language, isClear: best > 1 || words.length <= 3 }
}
