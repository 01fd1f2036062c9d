import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import type { LineFates } from '../../shared/tidy.ts'
import type { PlacedLine } from '../../shared/upkeep.ts'
import { filePath } from '../state/routes.ts'
import { useGradualList } from '../ui/use-gradual-list.ts'
import { shownLine } from './FindingGroup.tsx'

/** What becomes of every line: the dropped ones first and in full. */
export function FatesPane({ fates }: { readonly fates: LineFates }) {
  const { merged, moved, reworded, added } = fates
  return (
    <>
      <h2>
        <Trans>What happens to each line</Trans>
      </h2>
      <Gone fates={fates} />
      <Gradual name={t`Merged`} items={merged}>
        {({ into, from }) => (
          <li key={`${into.path} ${into.line}`}>
            <span>{shownLine(into.text)}</span> <Place of={into} isNew />
            <ul>
              {from.map((line) => (
                <li key={`${line.path} ${line.line}`}>
                  <span className="ink2">{shownLine(line.text)}</span> <Place of={line} />
                </li>
              ))}
            </ul>
          </li>
        )}
      </Gradual>
      <Gradual name={t`Moved`} items={moved}>
        {({ from, to }) => (
          <li key={`${from.path} ${from.line}`}>
            <span>{shownLine(from.text)}</span> <Place of={from} />{' '}
            <ArrowRight className="i xs" role="img" aria-label={t({ message: 'to', context: 'where a line moved' })} />{' '}
            <Place of={to} isNew />
          </li>
        )}
      </Gradual>
      <Gradual name={t`Reworded`} items={reworded}>
        {({ from, to }) => (
          <li key={`${from.path} ${from.line}`}>
            <span className="ink2">{shownLine(from.text)}</span> <Place of={from} />
            <br />
            <span>{shownLine(to.text)}</span> <Place of={to} isNew />
          </li>
        )}
      </Gradual>
      <Gradual name={t`Added`} items={added}>
        {(line) => (
          <li key={`${line.path} ${line.line}`}>
            <ins>{shownLine(line.text)}</ins> <Place of={line} isNew />
          </li>
        )}
      </Gradual>
    </>
  )
}

function Gone({ fates: { dropped, repeated, merged, reworded } }: { readonly fates: LineFates }) {
  return (
    <>
      {dropped.length + repeated.length === 0 && (
        <p className="why">
          {merged.length + reworded.length === 0
            ? t`Every line is kept.`
            : t`No line is dropped. The merged and reworded ones are below, with their new words.`}
        </p>
      )}
      <Gradual name={t`Dropped`} items={dropped}>
        {(line) => (
          <li key={`${line.path} ${line.line}`} className="gone">
            <del>{shownLine(line.text)}</del> <Place of={line} /> {line.also !== null && <AlsoIn of={line.also} />}
          </li>
        )}
      </Gradual>
      <Gradual name={t`Removed as duplicates`} items={repeated}>
        {({ from, to }) => (
          <li key={`${from.path} ${from.line}`}>
            <del>{shownLine(from.text)}</del> <Place of={from} /> <AlsoIn of={to} />
          </li>
        )}
      </Gradual>
    </>
  )
}

const STEP = 50

function Gradual<Item>({
  name,
  items,
  children,
}: {
  readonly name: string
  readonly items: readonly Item[]
  readonly children: (item: Item) => React.ReactNode
}) {
  const { shown, more } = useGradualList(name, items.length, STEP, STEP * 10)
  if (items.length === 0) return null
  return (
    <Fate name={name} count={items.length}>
      {items.slice(0, shown).map(children)}
      {more !== null && (
        <li>
          <button type="button" className="link" onClick={more}>
            <Trans>Show more</Trans>
          </button>
        </li>
      )}
    </Fate>
  )
}

function Fate({
  name,
  count,
  children,
}: {
  readonly name: string
  readonly count: number
  readonly children: React.ReactNode
}) {
  return (
    <section className="fate" aria-label={name}>
      <h3>
        {name} <small>{count}</small>
      </h3>
      <ul>{children}</ul>
    </section>
  )
}

/** A line of the memory is a link; one of the proposal is not there yet. */
function Place({ of: { path, line }, isNew = false }: { readonly of: PlacedLine; readonly isNew?: boolean }) {
  const text = `${path}:${line}`
  return <small className="at">{isNew ? text : <a href={`#${filePath(path, line)}`}>{text}</a>}</small>
}

/** Where in the result the same sentence stands. */
function AlsoIn({ of }: { readonly of: PlacedLine }) {
  const place = `${of.path}:${of.line}`
  return <small className="at">{t`also stands in ${place}`}</small>
}
