// Must be first: the schemas of `shared/` are built while they load.
// oxlint-disable-next-line import/no-unassigned-import
import './without-eval.ts'
import '@fontsource-variable/inter/opsz.css'
import '@fontsource-variable/inter/opsz-italic.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import '@fontsource-variable/source-serif-4/opsz.css'
import '@fontsource-variable/source-serif-4/opsz-italic.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/actor-badge.css'
import './styles/memory-parts.css'
import './styles/frame.css'
import './styles/chat.css'
import './styles/memory.css'
import './styles/timeline.css'
import './styles/settings.css'
import './styles/policies.css'
import './styles/review.css'
import './styles/jobs.css'
import './styles/upkeep.css'
import './styles/first-run.css'
import './styles/conversations.css'
import './styles/palette.css'
import './styles/print.css'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode, useEffect, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { type Locale, localeFor } from '../shared/locales.ts'
import type { Settings } from '../shared/settings.ts'
import { App } from './frame/App.tsx'
import { askBeforeLeaving } from './frame/ask-before-leaving.ts'
import { activate } from './locales/activate.ts'
import { useApp } from './state/app-store.ts'
import { followCore } from './state/events.ts'
import { useWindow } from './state/window-store.ts'
import { keepFromComposing } from './ui/keys.ts'
import { frameOf, os } from './wire.ts'

/** Applies theme and text size to the page. */
function applyToPage({ theme, textSize }: Settings): void {
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  root.style.fontSize = `${textSize}px`
}

/** The locale is the app's key: texts are translated while rendering, so another language renders everything again. */
function Root() {
  const settings = useApp((state) => state.app?.settings)
  const requested = localeFor(settings?.locale ?? 'system', navigator.languages)
  const [locale, setLocale] = useState<Locale>(localeFor('system', navigator.languages))
  useEffect(() => void activate(requested).then(() => setLocale(requested)), [requested])
  useEffect(() => {
    if (settings !== undefined) applyToPage(settings)
  }, [settings])
  return (
    <I18nProvider i18n={i18n}>
      <App key={locale} />
    </I18nProvider>
  )
}

async function start(): Promise<void> {
  const root = document.getElementById('window')
  if (root === null) throw new Error('The page has no #window element.')
  document.documentElement.dataset['os'] = os
  document.documentElement.dataset['frame'] = frameOf(os)
  await activate(localeFor('system', navigator.languages))
  if (location.hash === '') location.replace(`#${useWindow.getState().place}`)
  followCore()
  askBeforeLeaving()
  keepFromComposing()
  createRoot(root).render(
    <StrictMode>
      <Root />
    </StrictMode>,
  )
}

void start()
