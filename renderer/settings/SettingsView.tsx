import { t } from '@lingui/core/macro'
import { type AppState, useApp } from '../state/app-store.ts'
import { SETTINGS_TABS, settingsPath, type SettingsTab } from '../state/routes.ts'
import { usePart } from '../state/use-part.ts'
import { Bar } from '../ui/Bar.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Advanced } from './Advanced.tsx'
import { OtherAgents } from './agents/OtherAgents.tsx'
import { Appearance } from './Appearance.tsx'
import { Devices } from './devices/Devices.tsx'
import { Instructions } from './Instructions.tsx'
import { Model } from './Model.tsx'
import { Stores } from './Stores.tsx'
import { StoreSection } from './StoreSection.tsx'

const TABS: ReadonlyMap<string, SettingsTab> = new Map(Object.entries(SETTINGS_TABS))

/** Plain forms on a few tabs. Changes are saved at once. */
export function SettingsView({ section }: { readonly section: string | undefined }) {
  const app = useApp((state) => state.app)
  const tab = TABS.get(section ?? '') ?? 'model'
  const part = section === undefined || section === tab ? null : `set-${section}`
  usePart(part, app !== null, settingsPath(tab))
  return (
    <>
      <Bar title={t`Settings`} crumb={app === null ? undefined : `Variorum ${app.version}`} panelName={null} />
      <div className="deck form">
        <main aria-label={t`Settings`} data-pane tabIndex={-1}>
          <div className="sects scroll">
            <Tabs chosen={tab} />
            {app === null ? <Skeleton rows={8} /> : <Tab key={tab} tab={tab} app={app} />}
          </div>
        </main>
      </div>
    </>
  )
}

function Tabs({ chosen }: { readonly chosen: SettingsTab }) {
  const tabs: readonly (readonly [tab: SettingsTab, name: string])[] = [
    ['model', t`Model`],
    ['look', t`Appearance`],
    ['memory', t`Memory`],
    ['agents', t`Other agents`],
    ['advanced', t`Advanced`],
  ]
  return (
    <nav className="sect-links" aria-label={t`Sections`}>
      {tabs.map(([tab, name]) => (
        <a key={tab} href={`#${settingsPath(tab)}`} aria-current={tab === chosen ? 'page' : undefined}>
          {name}
        </a>
      ))}
    </nav>
  )
}

function Tab({ tab, app }: { readonly tab: SettingsTab; readonly app: AppState }) {
  switch (tab) {
    case 'model':
      return <Model app={app} />
    case 'look':
      return <Appearance app={app} />
    case 'memory':
      return (
        <>
          <Stores app={app} />
          <StoreSection app={app} />
          <Devices app={app} />
          <Instructions app={app} />
        </>
      )
    case 'agents':
      return <OtherAgents app={app} />
    case 'advanced':
      return <Advanced app={app} />
  }
}
