import { t } from '@lingui/core/macro'
import { FileWarning, type LucideIcon, MessageSquareQuote, PenLine, ShieldAlert } from 'lucide-react'
import { Lineage } from '../../shared/commit.ts'

const ICONS: Readonly<Record<Lineage, LucideIcon>> = {
  user: MessageSquareQuote,
  agent: PenLine,
  'agent-untrusted': ShieldAlert,
  outside: FileWarning,
}

/** Where a text comes from, from most to least trusted. */
export function lineageName(lineage: Lineage): string {
  switch (lineage) {
    case 'user':
      return t`from you`
    case 'agent':
      return t`from the agent`
    case 'agent-untrusted':
      return t`from untrusted text`
    case 'outside':
      return t`from another program`
  }
}

/** The lineage of a text, by its shape as well as its colour. */
export function LineageMark({ lineage, silent = false }: { readonly lineage: Lineage; readonly silent?: boolean }) {
  const Icon = ICONS[lineage]
  const name = lineageName(lineage)
  return (
    <span
      className={`lineage ${lineage}`}
      {...(silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name })}
    >
      <Icon className="i xs" aria-hidden />
    </span>
  )
}

/** What the marks mean. */
export function LineageLegend() {
  return (
    <div className="legend">
      {Lineage.options.map((lineage) => (
        <span key={lineage}>
          <LineageMark lineage={lineage} silent />
          {lineageName(lineage)}
        </span>
      ))}
    </div>
  )
}
