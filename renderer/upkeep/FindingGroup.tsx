import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight } from 'lucide-react'
import type { Finding } from '../../shared/upkeep.ts'
import { worded } from '../format/worded.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { applyFixes, dismissFindings } from '../state/upkeep-store.ts'
import { Button } from '../ui/Button.tsx'
import type { FindingGroup as Grouped } from './finding-groups.ts'
import { fixAllLabel, groupName } from './finding-words.ts'

interface FindingGroupProps {
  readonly group: Grouped
  readonly isOpen: boolean
  readonly selected: Finding | undefined
  readonly onToggle: () => void
  readonly onSelect: (finding: Finding) => void
}

/** Findings of one kind, by file, with what can be done about all of them. */
export function FindingGroup({ group, isOpen, selected, onToggle, onSelect }: FindingGroupProps) {
  const { kind, found, files } = group
  const name = groupName(kind)
  return (
    <section className="kind" aria-label={name}>
      <h3>
        <button type="button" className="opens" aria-expanded={isOpen} onClick={onToggle}>
          <ChevronRight className="i xs chev" aria-hidden />
          {name} <small>{found.length}</small>
        </button>
        <span className="grow" />
        <ForAll group={group} />
      </h3>
      {isOpen &&
        files.map(([path, inFile]) => (
          <ul key={path} className="lst plain" aria-label={path}>
            {inFile.length > 1 && (
              <li className="of-file">
                <PathText path={path} />
              </li>
            )}
            {inFile.map((finding) => (
              <Row
                key={finding.id}
                finding={finding}
                isAlone={inFile.length === 1}
                isSelected={finding === selected}
                onSelect={() => onSelect(finding)}
              />
            ))}
          </ul>
        ))}
    </section>
  )
}

function ForAll({ group: { kind, found } }: { readonly group: Grouped }) {
  const fixable = found.filter(({ fixes }) => fixes.length === 1)
  const fixAllName = kind === 'unwritten' || fixable.length < 2 ? null : fixAllLabel(kind, fixable.length)
  const fixAll = (): void => {
    const said = plural(fixable.length, { one: 'Fixed: # finding', other: 'Fixed: # findings' })
    void applyFixes(
      fixable.map(({ id }) => ({ id, fix: 0 })),
      said,
    )
  }
  if (found.length < 2) return null
  return (
    <>
      {fixAllName !== null && (
        <Button variant="q" small onClick={fixAll}>
          {fixAllName}
        </Button>
      )}
      <Button variant="q" small onClick={() => void dismissFindings(found)}>
        <Trans>Dismiss all</Trans>
      </Button>
    </>
  )
}

interface RowProps {
  readonly finding: Finding
  /** The only one in its file, so that no line above names it. */
  readonly isAlone: boolean
  readonly isSelected: boolean
  readonly onSelect: () => void
}

function Row({ finding: { path, line, text, what }, isAlone, isSelected, onSelect }: RowProps) {
  const place = line === null ? path : `${path}:${line}`
  return (
    <li
      className={isSelected ? 'on' : undefined}
      aria-current={isSelected || undefined}
      tabIndex={isSelected ? 0 : -1}
      onClick={onSelect}
    >
      <div className="t">{text === '' ? <PathText path={path} /> : <span>{shownLine(text)}</span>}</div>
      <div className="m">
        {text === '' ? worded(what) : isAlone ? place : line === null ? worded(what) : t`line ${line}`}
      </div>
    </li>
  )
}

/** Without Markdown's marks at the beginning. */
export function shownLine(text: string): string {
  return text.replace(/^[\s>*+#|-]+/u, '').trim() || text
}
