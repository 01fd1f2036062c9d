import { t } from '@lingui/core/macro'
import { useApp } from '../state/app-store.ts'
import { Bar } from '../ui/Bar.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { Appearance } from './Appearance.tsx'
import { Browsers } from './Browsers.tsx'
import { BudgetSection } from './BudgetSection.tsx'
import { Context } from './Context.tsx'
import { Happened } from './Happened.tsx'
import { Instructions } from './Instructions.tsx'
import { Model } from './Model.tsx'
import { PriceTable } from './PriceTable.tsx'
import { Shortcuts } from './Shortcuts.tsx'
import { Stores } from './Stores.tsx'
import { StoreSection } from './StoreSection.tsx'
import { Thinking } from './Thinking.tsx'
import { Updates } from './Updates.tsx'

/** Plain forms, each beside its effect. Changes are saved at once. */
export function SettingsView() {
  const app = useApp((state) => state.app)
  return (
    <>
      <Bar title={t`Settings`} crumb={app === null ? undefined : `Variorum ${app.version}`} panelName={null} />
      <div className="deck form">
        <main aria-label={t`Settings`} data-pane tabIndex={-1}>
          <div className="sects scroll">
            {app === null ? (
              <Skeleton rows={8} />
            ) : (
              <>
                <Model app={app} />
                <Thinking app={app} />
                <Context app={app} />
                <Instructions app={app} />
                <PriceTable app={app} />
                <BudgetSection app={app} />
                <StoreSection app={app} />
                <Stores app={app} />
                {app.mode === 'browser' && <Browsers />}
                {app.update !== null && <Updates settings={app.settings} update={app.update} />}
                <Happened app={app} />
                <Appearance app={app} />
                <Shortcuts app={app} />
              </>
            )}
          </div>
        </main>
      </div>
    </>
  )
}
