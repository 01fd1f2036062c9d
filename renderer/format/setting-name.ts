import { t } from '@lingui/core/macro'
import type { Settings, StoreSettings } from '../../shared/settings.ts'

/** What a setting is called where it is set; of several, the first. */
export function settingName(fields: readonly string[]): string {
  const names: Readonly<Record<string, string>> = allNames()
  return fields.map((field) => names[field]).find((name) => name !== undefined) ?? fields.join(', ')
}

const allNames = (): Readonly<Record<keyof Settings | keyof StoreSettings, string>> => ({
  theme: t`Theme`,
  welcomed: t`Introduction`,
  locale: t`Language`,
  textSize: t`Text size`,
  letterKeys: t`Single-key shortcuts`,
  saving: t`What the agent saves`,
  toldOfWaiting: t`What agents are told of a change that waits`,
  rememberRejected: t`Remember what I undo`,
  checkForUpdates: t`Check for updates`,
  httpPort: t`Serve other agents over HTTP`,
  provider: t`Model`,
  model: t`Model`,
  compatible: t`Model`,
  thinking: t`Think first`,
  effort: t`Effort`,
  contextEditing: t`Leave out old reads of the memory`,
  compaction: t`Summarise earlier turns`,
  cacheFor: t`Cache the conversation for`,
  prices: t`Prices`,
  budget: t`Budget`,
  createOverwrites: t`“Create” may overwrite a file`,
  recordReads: t`Record reads as commits`,
  systemPrompt: t`Instructions`,
  keepOrganised: t`Keep the memory organised`,
  onlyAbout: t`Only remember things about`,
  layout: t`Layout`,
  program: t`Program`,
})
