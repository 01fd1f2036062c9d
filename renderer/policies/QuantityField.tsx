import { t } from '@lingui/core/macro'
import { useId, useState } from 'react'
import { parseCount } from '../format/counts.ts'
import { PERCENT, quantityText, type Unit } from '../format/quantity-text.ts'
import { parseSize } from '../format/sizes.ts'

interface QuantityFieldProps {
  readonly name: string
  readonly unit: Unit
  readonly value: number | null
  /** What an empty field means; without this it may not be empty. */
  readonly none?: string
  readonly onChange: (value: number | null) => void
}

function parse(text: string, unit: Unit): number | null {
  if (unit === 'size') return parseSize(text)
  if (unit === 'count') return parseCount(text)
  const number = /^\s*(\d{1,5})\s*(%|days?)?\s*$/.exec(text)?.[1]
  if (number === undefined) return null
  if (unit === 'days') return Number(number)
  return Number(number) <= PERCENT ? Number(number) / PERCENT : null
}

function problemOf(unit: Unit): string {
  switch (unit) {
    case 'size':
      return t`Enter a size, like 64 KB.`
    case 'count':
      return t`Enter a whole number above 0.`
    case 'days':
      return t`Enter a whole number of days.`
    case 'percent':
      return t`Enter a percentage from 0 to 100.`
  }
}

/** A number with a unit. Saved on blur or Enter; an invalid one stays visible with the reason and changes nothing. */
export function QuantityField({ name, unit, value, none, onChange }: QuantityFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const id = useId()
  const commit = (): void => {
    if (text === null) return
    const isEmpty = text.trim() === ''
    const number = isEmpty ? null : parse(text, unit)
    const isValid = isEmpty ? none !== undefined : number !== null
    setWrong(!isValid)
    if (!isValid) return
    setText(null)
    if (number !== value) onChange(number)
  }
  return (
    <span className="quantity">
      <input
        className="sel1 num"
        aria-label={name}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? id : undefined}
        placeholder={none}
        value={text ?? quantityText(value, unit)}
        onChange={(event) => setText(event.target.value)}
        onBlur={commit}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
      />
      {isWrong && (
        <span id={id} className="problem" role="alert">
          {problemOf(unit)}
        </span>
      )}
    </span>
  )
}
