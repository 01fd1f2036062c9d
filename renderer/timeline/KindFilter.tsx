import { t } from '@lingui/core/macro'
import type { ChangeKind } from '../../shared/change.ts'
import { Verb } from '../../shared/origin.ts'
import type { FilterKind } from '../state/timeline-filter.ts'
import { setFilter } from '../state/timeline-store.ts'
import { Select } from '../ui/Select.tsx'

type Option<Value> = readonly [value: Value, label: string]

/** What happened to a file, or which command did it. */
export function KindFilter({ kind }: { readonly kind: FilterKind }) {
  const kinds: readonly Option<ChangeKind>[] = [
    ['created', t`Created`],
    ['changed', t`Changed`],
    ['deleted', t`Deleted`],
  ]
  const verbs: readonly Option<Verb>[] = Verb.options.map((verb) => [verb, commandName(verb)])
  const all: readonly Option<FilterKind>[] = [['any', t`Any kind`], ...kinds, ...verbs]
  const choose = (value: string): void => {
    const chosen = all.find(([other]) => other === value)
    if (chosen !== undefined) setFilter({ kind: chosen[0] })
  }
  return (
    <Select name={t`Kind`} value={kind} isSet={kind !== 'any'} onChange={choose}>
      <option value="any">{t`Any kind`}</option>
      <optgroup label={t`By result`}>
        <Options options={kinds} />
      </optgroup>
      <optgroup label={t`By command`}>
        <Options options={verbs} />
      </optgroup>
    </Select>
  )
}

function Options({ options }: { readonly options: readonly Option<string>[] }) {
  return options.map(([value, label]) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}

function commandName(verb: Verb): string {
  switch (verb) {
    case 'view':
      return t`View`
    case 'create':
      return t`Create or overwrite`
    case 'str_replace':
      return t`Replace text`
    case 'insert':
      return t`Insert lines`
    case 'delete':
      return t`Delete`
    case 'rename':
      return t`Rename`
    case 'edit':
      return t`Edit in the app`
    case 'adopt':
      return t`Edited outside Variorum`
    case 'restore':
      return t`Restore`
    case 'undo':
      return t`Undo and redo`
    case 'other':
      return t`Made with git`
  }
}
