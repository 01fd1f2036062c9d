import { t } from '@lingui/core/macro'
import { Bar } from '../frame/Bar.tsx'
import { Skeleton } from '../parts/Skeleton.tsx'
import { useApp } from '../state/app-store.ts'
import { Appearance } from './Appearance.tsx'
import { Model } from './Model.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { StoreSection } from './StoreSection.tsx'

/** Plain forms; beside each, its effect on what is really there. What is changed here is kept at once. */
export function SettingsView() {
  const app = useApp((state) => state.app)
  return (
    <>
      <Bar title={t`Settings`} crumb={app === null ? undefined : `Variorum ${app.version}`} panelName={null} />
      <div className="deck form">
        <main aria-label={t`Settings`} data-pane tabIndex={-1}>
          <div className="sects scroll">
            {app === null ? <Skeleton rows={8} /> : <><Model app={app} /><StoreSection app={app} /><Appearance app={app} /><Shortcuts app={app} /></>}
          </div>
        </main>
      </div>
    </>
  )
}
