import { t } from '@lingui/core/macro'
import { useId, useState } from 'react'
import { countText, parseCount } from '../format/counts.ts'
import { FormLine } from '../ui/FormLine.tsx'
import { useShownValue } from '../ui/use-shown-value.ts'

interface FieldProps {
  readonly id?: string
  readonly name: string
  readonly hint: string
  readonly value: string
  readonly save: (text: string) => void
  readonly secret?: boolean
  readonly mono?: boolean
  /** Nothing works without it. */
  readonly isMissing?: boolean
  /** Emptied, it shows its value again. */
  readonly required?: boolean
  readonly maxLength?: number
}

/** A text field. Saved on blur or Enter. */
export function Field({ name, hint, value, save, secret = false, mono = true, required = false, ...rest }: FieldProps) {
  const own = useId()
  const { id = own, isMissing = false, maxLength } = rest
  const input = useShownValue(value)
  const commit = (field: HTMLInputElement): void => {
    const text = field.value.trim()
    if (required && text === '') field.value = value
    else if (text !== value) save(text)
  }
  return (
    <FormLine label={name} hint={hint} htmlFor={id}>
      <span className={mono ? 'in mono' : 'in'}>
        <input
          id={id}
          ref={input}
          data-missing={isMissing || undefined}
          type={secret ? 'password' : 'text'}
          autoComplete="off"
          maxLength={maxLength}
          defaultValue={value}
          spellCheck={false}
          onBlur={(event) => commit(event.target)}
          onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget)}
        />
      </span>
    </FormLine>
  )
}

interface CountFieldProps {
  readonly name: string
  readonly hint: string
  readonly value: number
  readonly min: number
  readonly max: number
  readonly save: (count: number) => void
}

/** A whole number within bounds. An invalid one stays visible with the reason and changes nothing. */
export function CountField({ name, hint, value, min, max, save }: CountFieldProps) {
  const id = useId()
  const input = useShownValue(countText(value))
  const [wrong, setWrong] = useState(false)
  const [least, most] = [countText(min), countText(max)]
  const commit = (text: string): void => {
    const count = text.trim() === '0' ? 0 : parseCount(text)
    const fits = count !== null && count >= min && count <= max
    setWrong(!fits)
    if (fits && count !== value) save(count)
  }
  return (
    <FormLine label={name} hint={hint} htmlFor={id}>
      <span className="quantity">
        <input
          id={id}
          ref={input}
          className="sel1 num"
          inputMode="numeric"
          autoComplete="off"
          defaultValue={countText(value)}
          aria-invalid={wrong}
          aria-describedby={wrong ? `${id}-why` : undefined}
          onBlur={(event) => commit(event.target.value)}
          onKeyDown={(event) => event.key === 'Enter' && commit(event.currentTarget.value)}
        />
      </span>
      {wrong && (
        <span
          id={`${id}-why`}
          className="problem"
          role="alert"
        >{t`Enter a whole number from ${least} to ${most}.`}</span>
      )}
    </FormLine>
  )
}
