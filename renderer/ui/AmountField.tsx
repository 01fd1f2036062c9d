import { useId, useState } from 'react'
import type { z } from 'zod'
import { numberMarks } from '../format/language.ts'
import { tooltip } from './Tooltip.tsx'
import { useShownValue } from './use-shown-value.ts'

interface AmountFieldProps<Amount extends number | null> {
  readonly name: string
  /** `null` is an empty field. */
  readonly value: Amount
  readonly schema: z.ZodType<Amount>
  /** What is expected, said when something else is written. */
  readonly expected: string
  readonly placeholder?: string
  /** There is no room for words: they are a tooltip, and read aloud. */
  readonly tight?: boolean
  readonly onChange: (amount: Amount) => void
}

/** A sum of money, or a count. An invalid one stays visible, marked, and changes nothing. */
export function AmountField<Amount extends number | null>({
  name,
  value,
  schema,
  expected,
  placeholder,
  tight = false,
  onChange,
}: AmountFieldProps<Amount>) {
  const input = useShownValue(String(value ?? ''))
  const id = useId()
  const [wrong, setWrong] = useState(false)
  const commit = (text: string): void => {
    const amount = schema.safeParse(parse(text))
    setWrong(!amount.success)
    if (amount.success && amount.data !== value) onChange(amount.data)
  }
  return (
    <>
      <input
        ref={input}
        className="sel1 num"
        inputMode="decimal"
        autoComplete="off"
        aria-label={name}
        aria-invalid={wrong}
        aria-describedby={wrong ? `${id}-why` : undefined}
        {...(wrong && tight && tooltip(expected))}
        placeholder={placeholder}
        defaultValue={value ?? ''}
        onBlur={(event) => commit(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
      />
      {wrong && (
        <span id={`${id}-why`} className={tight ? 'vh' : 'problem'} role="alert">
          {expected}
        </span>
      )}
    </>
  )
}

/** "2.50", "2,50" and "1,000", which is a thousand where a comma groups digits, and "1.000" where a point does. */
function parse(text: string): number | null {
  const typed = text.replace(/[$\s]/g, '')
  const { group, point } = numberMarks()
  const isGrouped = new RegExp(`^[1-9]\\d{0,2}(?:[${group}]\\d{3})+(?:[${point}]\\d+)?$`).test(typed)
  const plain = (isGrouped ? typed.replaceAll(group, '') : typed).replace(',', '.')
  if (plain === '') return null
  return /^\d+(?:\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN
}
