import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { X } from 'lucide-react'
import { useState } from 'react'
import { DEFAULT_PRICES, Price, PRICES_AS_OF, priceOf, type Prices } from '../../shared/usage.ts'
import { dayOf } from '../format/time.ts'
import { type AppState, changeSettings } from '../state/app-store.ts'
import { chosenModel } from '../state/models-store.ts'
import { Button, IconButton } from '../ui/Button.tsx'
import { Section } from '../ui/Section.tsx'

const FREE: Price = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }
const FIELDS = ['input', 'output', 'cacheRead', 'cacheWrite'] as const

const save = (prices: Prices): void => void changeSettings({ prices })

/** The user's own table of prices per million tokens. The cost of a model that is not in it is unknown. */
export function PriceTable({ app }: { readonly app: AppState }) {
  const { prices } = app.settings
  const names: Readonly<Record<keyof Price, string>> = {
    input: t`read`,
    output: t`written`,
    cacheRead: t`from the cache`,
    cacheWrite: t`into the cache`,
  }
  return (
    <Section
      id="set-prices"
      name={t`Prices`}
      about={t`US dollars for a million tokens. They are used to show what a conversation costs, and for nothing else.`}
      effect={<Effect app={app} />}
    >
      <table className="tbl prices">
        <thead>
          <tr>
            <th>
              <Trans>Model</Trans>
            </th>
            {FIELDS.map((field) => (
              <th key={field}>{names[field]}</th>
            ))}
            <th aria-label={t`Remove`} />
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
    </Section>
  )
}

interface PriceRowProps {
  readonly model: string
  readonly price: Price
  readonly names: Readonly<Record<keyof Price, string>>
  readonly onChange: (price: Price) => void
  readonly onRemove: () => void
}

function PriceRow({ model, price, names, onChange, onRemove }: PriceRowProps) {
  return (
    <tr>
      <td className="path">
        <b>{model}</b>
      </td>
      {FIELDS.map((field) => (
        <td key={field}>
          <AmountField
            name={`${model}, ${names[field]}`}
            value={price[field]}
            onChange={(amount) => onChange({ ...price, [field]: amount })}
          />
        </td>
      ))}
      <td>
        <IconButton small icon={X} name={t`Remove ${model}`} onClick={onRemove} />
      </td>
    </tr>
  )
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
          placeholder={t`Add a model by its id`}
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
        <Trans>As delivered</Trans>
      </Button>
    </div>
  )
}

interface AmountFieldProps {
  readonly name: string
  readonly value: number
  readonly onChange: (amount: number) => void
}

/** A sum of money. An invalid one stays visible, marked, and changes nothing. */
function AmountField({ name, value, onChange }: AmountFieldProps) {
  const [wrong, setWrong] = useState(false)
  const commit = (text: string): void => {
    const amount = Price.unwrap().shape.input.safeParse(
      /^\s*\$?\s*\d+(?:[.,]\d+)?\s*$/.test(text) ? Number(text.replace(/[$\s]/g, '').replace(',', '.')) : Number.NaN,
    )
    setWrong(!amount.success)
    if (amount.success && amount.data !== value) onChange(amount.data)
  }
  return (
    <input
      key={value}
      className="sel1 num"
      inputMode="decimal"
      aria-label={name}
      aria-invalid={wrong}
      title={wrong ? t`Write a sum from 0 to 100000, like 2.50.` : undefined}
      defaultValue={value}
      onBlur={(event) => commit(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
    />
  )
}

function Effect({ app: { settings } }: { readonly app: AppState }) {
  const model = chosenModel(settings)
  const asOf = dayOf(PRICES_AS_OF)
  return (
    <div className="fx" aria-live="polite">
      <h3>
        <Trans>The model chosen now</Trans>
      </h3>
      <p className="big">
        {settings.provider === 'demo'
          ? t`The demo model costs nothing.`
          : priceOf(model, settings.prices) === null
            ? t`Its price is unknown.`
            : t`Its price is known.`}
      </p>
      <p className="ink2">
        <Trans>
          The table as delivered was looked up on {asOf}. Nobody keeps it up to date but you: the service does not tell
          prices.
        </Trans>
      </p>
      <p className="ink2">
        <Trans>Not in it: models whose price depends on the length of what they are sent.</Trans>
      </p>
    </div>
  )
}
