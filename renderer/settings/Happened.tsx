import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import { clock } from '../format/time.ts'
import { api } from '../state/api.ts'
import type { AppState } from '../state/app-store.ts'
import { useQuery } from '../state/use-query.ts'
import { Button } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { byDay, sentenceOf } from './happened.ts'

const FIRST = 6
const MORE = 200

/** The audit log, for people: keys, hosts, stores, policies, browsers and overrides. */
export function Happened({ app }: { readonly app: AppState }) {
  const [limit, setLimit] = useState(FIRST)
  const version = useMemo(() => ({ limit, app }), [limit, app])
  const { answer: page } = useQuery('audit', version, () => api.app.audit.query({ limit }))
  const days = byDay(page?.entries ?? [])
  return (
    <Section
      id="set-happened"
      name={t`What happened on this device`}
      about={t`Servers contacted, keys, stores and policies: never a key itself, or text from the memory.`}
    >
      {page !== undefined && days.length === 0 && (
        <p className="ink3">
          <Trans>Nothing so far.</Trans>
        </p>
      )}
      {days.map(({ name, entries }) => (
        <div key={name} className="happened">
          <h3>{name}</h3>
          <ul aria-label={name}>
            {entries.map((entry, at) => (
              <li key={`${entry.at} ${at}`}>
                <time dateTime={entry.at}>{clock(entry.at)}</time>
                <span>{sentenceOf(entry)}</span>
              </li>
            ))}
          </ul>
        </div>
      ))}
      {page?.hasEarlier === true && (
        <Button small onClick={() => setLimit(limit + MORE)}>
          <Trans>Show earlier entries</Trans>
        </Button>
      )}
    </Section>
  )
}
