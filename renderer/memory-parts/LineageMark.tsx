import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileWarning, type LucideIcon, MessageSquareQuote, PenLine, ShieldAlert } from 'lucide-react'
import { Lineage } from '../../shared/origin.ts'
import { tooltip } from '../ui/Tooltip.tsx'

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
      return t`from the agent, after reading text from outside`
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
      {...(silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, ...tooltip(name) })}
    >
      <Icon className="i xs" aria-hidden />
    </span>
  )
}

/** What the marks mean. */
export function LineageLegend() {
  const names: Readonly<Record<Lineage, string>> = {
    user: t`you`,
    agent: t`the agent`,
    'agent-untrusted': t`agent, after reading text from outside`,
    outside: t`another program`,
  }
  return (
    <div className="legend" role="group" aria-label={t`Where text comes from`}>
      <span aria-hidden>
        <Trans>From</Trans>
      </span>
      {Lineage.options.map((lineage) => (
        <span key={lineage}>
          <LineageMark lineage={lineage} silent />
          {names[lineage]}
        </span>
      ))}
    </div>
  )
}
