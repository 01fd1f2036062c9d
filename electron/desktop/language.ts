import { readFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { app } from 'electron'
import { z } from 'zod'
import { localeFor } from '../../shared/locales.ts'
import { english, type Wording, wordingIn } from '../../shared/messages/english.ts'
import type { Message } from '../../shared/messages/message.ts'
import type { Settings } from '../../shared/settings.ts'
import type { Core } from '../core.ts'
import type { Log } from '../log.ts'

/** By language, then by the message's id; made by build/core-messages.ts. */
const Texts = z.record(z.string(), z.record(z.string(), z.string()))

let wording: Wording = english
let texts: z.infer<typeof Texts> = {}

/** A message in the user's language. */
export const words = (message: Message): string => wording(message)

/** Call this before anything is said. Without the file, everything is said in English. */
export function readLanguages(folder: string, log: Log): void {
  try {
    texts = Texts.parse(JSON.parse(readFileSync(nodePath.join(folder, 'messages.json'), 'utf8')))
  } catch (error) {
    log.fault('The texts of menus and dialogs could not be read, so they are in English', error)
  }
}

/** Call this before the window opens, and once the system is ready. */
export function applyLanguage({ locale }: Pick<Settings, 'locale'>): void {
  const chosen = localeFor(locale, app.getPreferredSystemLanguages())
  wording = chosen in texts ? wordingIn(chosen, texts[chosen] ?? {}) : english
}

/** Menus and dialogs follow the language that the user chose for the page. */
export function followLanguage(core: Core, onChange: () => void): void {
  let { locale } = core.settings
  applyLanguage({ locale })
  onChange()
  core.on(({ type }) => {
    if (type !== 'settings.changed' || core.settings.locale === locale) return
    locale = core.settings.locale
    applyLanguage({ locale })
    onChange()
  })
}
