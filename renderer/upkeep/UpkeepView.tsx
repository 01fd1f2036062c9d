import { t } from '@lingui/core/macro'
import { useApp } from '../state/app-store.ts'
import { openUpkeep } from '../state/routes.ts'
import { useFindings } from '../state/upkeep-store.ts'
import { Bar } from '../ui/Bar.tsx'
import { SegmentedControl } from '../ui/SegmentedControl.tsx'
import { FindingsPane } from './FindingsPane.tsx'
import { TidyPane } from './TidyPane.tsx'
import { UsePane } from './UsePane.tsx'

type Section = 'findings' | 'use' | 'tidy'

const SECTIONS: readonly Section[] = ['findings', 'use', 'tidy']

/** What keeps the memory useful: what is wrong in it, and what of it is used. */
export function UpkeepView({ section = 'findings' }: { readonly section: string | undefined }) {
  const store = useApp((state) => state.app?.store.name)
  const findings = useFindings()
  const shown = SECTIONS.find((each) => each === section) ?? 'findings'
  const count = findings === null || findings.total === 0 ? '' : ` ${findings.total}`
  const options = [
    { value: 'findings', label: `${t`Findings`}${count}` },
    { value: 'use', label: t`Use` },
    { value: 'tidy', label: t`Tidy` },
  ] as const
  return (
    <>
      <Bar
        title={t`Upkeep`}
        crumb={store}
        panelName={null}
        actions={<SegmentedControl<Section> name={t`Section`} value={shown} options={options} onChange={openUpkeep} />}
      />
      {shown === 'tidy' ? (
        <TidyPane />
      ) : (
        <div className={shown === 'use' ? 'deck one' : 'deck review'}>
          {shown === 'findings' ? <FindingsPane findings={findings} /> : <UsePane />}
        </div>
      )}
    </>
  )
}
