import { t } from '@lingui/core/macro'
import { ChangeKind } from '../../shared/change.ts'
import { Verb } from '../../shared/origin.ts'
import type { FilterKind } from '../state/timeline-filter.ts'
import { setFilter } from '../state/timeline-store.ts'
import { Select } from '../ui/Select.tsx'
import { kindName } from './filter-words.ts'

/** What happened to a file, or which command did it. */
export function KindFilter({ kind }: { readonly kind: FilterKind }) {
  const choose = (value: string): void => {
    const chosen = (['any', ...ChangeKind.options, ...Verb.options] as const).find((other) => other === value)
    if (chosen !== undefined) setFilter({ kind: chosen })
  }
  return (
    <Select name={t`Kind`} value={kind} isSet={kind !== 'any'} onChange={choose}>
      <option value="any">{kindName('any')}</option>
      <optgroup label={t`By result`}>
        <Options options={ChangeKind.options} />
      </optgroup>
      <optgroup label={t`By command`}>
        <Options options={Verb.options} />
      </optgroup>
    </Select>
  )
}

function Options({ options }: { readonly options: readonly FilterKind[] }) {
  return options.map((kind) => (
    <option key={kind} value={kind}>
      {kindName(kind)}
    </option>
  ))
}
