import { t } from '@lingui/core/macro'
import { type AppState, useApp } from '../state/app-store.ts'
import { SETTINGS, settingsPath, type SettingsSection } from '../state/routes.ts'
import { usePart } from '../state/use-part.ts'
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
export function SettingsView({ section }: { readonly section: string | undefined }) {
  const app = useApp((state) => state.app)
  usePart(section === undefined ? null : `set-${section}`, app !== null, SETTINGS)
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
                <SectionLinks app={app} />
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

/** The sections in their order; each link leads to one. */
function SectionLinks({ app }: { readonly app: AppState }) {
  const sections: readonly (readonly [section: SettingsSection, name: string, isShown?: boolean])[] = [
    ['model', t`Model`],
    ['think', t`Thinking`],
    ['context', t`Long conversations`],
    ['prompt', t`Instructions`],
    ['prices', t`Prices`],
    ['budget', t`Budget`],
    ['store', t`Store`],
    ['stores', t`Stores`],
    ['browsers', t`Browsers`, app.mode === 'browser'],
    ['updates', t`Updates`, app.update !== null],
    ['happened', t`What happened`],
    ['look', t`Appearance`],
    ['keys', t`Keyboard`],
  ]
  return (
    <nav className="sect-links" aria-label={t`Sections`}>
      {sections.map(
        ([section, name, isShown = true]) =>
          isShown && (
            <a key={section} href={`#${settingsPath(section)}`}>
              {name}
            </a>
          ),
      )}
    </nav>
  )
}
