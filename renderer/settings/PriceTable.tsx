import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight, ListPlus, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { DEFAULT_PRICES, hourRate, Price, PRICES_AS_OF, priceOf, type Prices, type Rates } from '../../shared/usage.ts'
import { factsText } from '../format/language.ts'
import { dayOf } from '../format/time.ts'
import type { AppState } from '../state/app-store.ts'
import { chosenModel } from '../state/models-store.ts'
import { saveSettings } from '../state/settings-acts.ts'
import { AmountField } from '../ui/AmountField.tsx'
import { Button, IconButton } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'
import { useGridKeys } from './use-grid-keys.ts'

const FREE: Price = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
const FIELDS = ['input', 'output', 'cacheRead', 'cacheWrite', 'cacheWriteHour'] as const
type Names = Readonly<Record<(typeof FIELDS)[number], string>>

/** Where a second price begins until the user says otherwise, in tokens. */
const LONG_FROM = 100_000

const save = (prices: Prices): void => void saveSettings({ prices })

/** The user's own table of prices per million tokens. The cost of a model that is not in it is unknown. */
export function PriceTable({ app }: { readonly app: AppState }) {
  const { prices } = app.settings
  const [isOpen, setOpen] = useState(false)
  return (
    <Section
      id="set-prices"
      name={t`Prices`}
      about={t`US dollars per million tokens, to show what a conversation costs.`}
    >
      <PriceOfChosen app={app} />
      <button type="button" className="opens more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <ChevronRight className="i xs chev" aria-hidden />
        <Trans>All prices</Trans>
      </button>
      {isOpen && <Table prices={prices} />}
    </Section>
  )
}

function Table({ prices }: { readonly prices: Prices }) {
  const table = useRef<HTMLTableElement>(null)
  const keys = useGridKeys(table)
  const names: Names = {
    input: t`input`,
    output: t`output`,
    cacheRead: t`cache read`,
    cacheWrite: t`cache write, 5 min`,
    cacheWriteHour: t`cache write, 1 hour`,
  }
  return (
    <>
      <table className="tbl prices" role="grid" aria-label={t`Prices`} ref={table} {...keys}>
        <thead>
          <tr>
            <th>
              <Trans>Model</Trans>
            </th>
            {FIELDS.map((field) => (
              <th key={field}>{names[field]}</th>
            ))}
            <th>
              <span className="vh">{t({ message: 'Change', context: 'to change something' })}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(prices).map(([model, price]) => (
            <PriceRow
              key={model}
              model={model}
              price={price}
              names={names}
              onChange={(changed) => save({ ...prices, [model]: changed })}
              onRemove={() => save(Object.fromEntries(Object.entries(prices).filter(([other]) => other !== model)))}
            />
          ))}
        </tbody>
      </table>
      <AddModel prices={prices} />
    </>
  )
}

interface PriceRowProps {
  readonly model: string
  readonly price: Price
  readonly names: Names
  readonly onChange: (price: Price) => void
  readonly onRemove: () => void
}

/** A model's price, and below it the one for long prompts, if that is another. */
function PriceRow({ model, price, names, onChange, onRemove }: PriceRowProps) {
  const { long, ...usual } = price
  return (
    <>
      <tr>
        <td className="path">
          <b>{model}</b>
        </td>
        <RateCells name={model} rates={usual} names={names} onChange={(rates) => onChange({ ...price, ...rates })} />
        <td className="row-acts">
          {long === undefined && (
            <IconButton
              small
              icon={ListPlus}
              name={t`Add a separate price for long prompts to ${model}`}
              onClick={() => onChange({ ...price, long: { ...usual, above: LONG_FROM } })}
            />
          )}
          <IconButton small icon={X} name={t`Remove ${model}`} onClick={onRemove} />
        </td>
      </tr>
      {long !== undefined && (
        <tr>
          <td className="ink2 long-from">
            <Trans>above</Trans>{' '}
            <AmountField
              name={t`${model}, long prompts above`}
              value={long.above}
              schema={Price.unwrap().shape.long.unwrap().unwrap().shape.above}
              tight
              expected={t`Enter a whole number above 0.`}
              onChange={(above) => onChange({ ...price, long: { ...long, above } })}
            />{' '}
            <Trans>tokens sent</Trans>
          </td>
          <RateCells
            name={t`${model}, long prompts`}
            rates={long}
            names={names}
            onChange={(rates) => onChange({ ...price, long: { ...long, ...rates } })}
          />
          <td className="row-acts">
            <IconButton
              small
              icon={X}
              name={t`Remove the price for long prompts to ${model}`}
              onClick={() => onChange(usual)}
            />
          </td>
        </tr>
      )}
    </>
  )
}

function RateCells({
  name,
  rates,
  names,
  onChange,
}: {
  readonly name: string
  readonly rates: Rates
  readonly names: Names
  readonly onChange: (rates: Partial<Rates>) => void
}) {
  return FIELDS.map((field) => (
    <td key={field} data-name={names[field]}>
      <AmountField
        name={factsText([name, names[field]])}
        value={field === 'cacheWriteHour' ? hourRate(rates) : rates[field]}
        schema={Price.unwrap().shape.input}
        tight
        expected={t`Enter 0 or more, like 2.50.`}
        onChange={(amount) => onChange({ [field]: amount })}
      />
    </td>
  ))
}

function AddModel({ prices }: { readonly prices: Prices }) {
  const [id, setId] = useState('')
  const add = (): void => {
    if (id.trim() !== '' && prices[id.trim()] === undefined) save({ ...prices, [id.trim()]: FREE })
    setId('')
  }
  return (
    <div className="row">
      <span className="in mono grow">
        <input
          aria-label={t`Add a model`}
          placeholder={t`Add a model by its ID`}
          value={id}
          spellCheck={false}
          onChange={(event) => setId(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && add()}
        />
      </span>
      <Button small disabled={id.trim() === ''} onClick={add}>
        <Trans>Add</Trans>
      </Button>
      <Button variant="q" small onClick={() => save(DEFAULT_PRICES)}>
        <Trans>Restore the defaults</Trans>
      </Button>
    </div>
  )
}

function PriceOfChosen({ app: { settings } }: { readonly app: AppState }) {
  const asOf = dayOf(PRICES_AS_OF)
  const isKnown = priceOf(chosenModel(settings), settings.prices) !== null
  return (
    <p className="ink2">
      {isKnown
        ? t`The price of this model is known. The default prices are from ${asOf}.`
        : t`The price of this model is unknown. Add it below.`}
    </p>
  )
}
