import { type Intent, intentsOf } from '../intent.ts'
import { languageOf } from '../languages/languages.ts'

/** A message, and what it means. */
export type Example = readonly [message: string, meaning: string]

/** What the demo model makes of a message, in words: “en: remember about-me.md: Name: Eva”. */
export function meaningsOf(message: string, before = ''): readonly string[] {
  const language = languageOf(message, [before])
  return [language.code, ...inWords(intentsOf(message, language, before))]
}

function inWords(intents: readonly Intent[]): readonly string[] {
  return intents.flatMap((intent): readonly string[] => {
    switch (intent.kind) {
      case 'amend':
        return [`amend, else ${inWords(intent.otherwise).join(' | ')}`]
      case 'spell':
        return [`spell ${intent.to}`]
      case 'remember':
        return intent.facts.map(({ path, line }) => `${intent.isCorrection ? 'correct' : 'remember'} ${path}: ${line}`)
      case 'replace':
        return [`replace ${intent.old} by ${intent.new}`]
      case 'rename':
        return [`rename ${intent.from} to ${intent.to}`]
      case 'ask':
      case 'forget':
      case 'forget-topic':
      case 'forget-file':
        return [`${intent.kind} ${intent.about}`]
      default:
        return [intent.kind]
    }
  })
}
