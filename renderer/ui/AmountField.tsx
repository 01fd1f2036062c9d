import { t } from '@lingui/core/macro'
import { useState } from 'react'
import type { z } from 'zod'

interface AmountFieldProps<Amount extends number | null> {
  readonly name: string
  /** `null` is an empty field. */
  readonly value: Amount
  readonly schema: z.ZodType<Amount>
  readonly placeholder?: string
  readonly onChange: (amount: Amount) => void
}

/** A sum of money, or a count. An invalid one stays visible, marked, and changes nothing. */
export function AmountField<Amount extends number | null>({
  name,
  value,
  schema,
  placeholder,
  onChange,
}: AmountFieldProps<Amount>) {
  const [wrong, setWrong] = useState(false)
  const commit = (text: string): void => {
    const amount = schema.safeParse(parse(text))
    setWrong(!amount.success)
    if (amount.success && amount.data !== value) onChange(amount.data)
  }
  return (
    <input
      key={value}
      className="sel1 num"
      inputMode="decimal"
      autoComplete="off"
      aria-label={name}
      aria-invalid={wrong}
      title={wrong ? t`Write a number above 0, like 2.50.` : undefined}
      placeholder={placeholder}
      defaultValue={value ?? ''}
      onBlur={(event) => commit(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
    />
  )
}

function parse(text: string): number | null {
  const plain = text.replace(/[$\s]/g, '').replace(',', '.')
  if (plain === '') return null
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
}
