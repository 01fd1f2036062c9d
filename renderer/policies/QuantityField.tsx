import { t } from '@lingui/core/macro'
import { useId, useState } from 'react'
import { countText, parseCount } from '../format/counts.ts'
import { parseSize, size } from '../format/sizes.ts'

type Unit = 'size' | 'count' | 'days' | 'percent'

interface QuantityFieldProps {
  readonly name: string
  readonly unit: Unit
  readonly value: number | null
  /** May it be left empty, and what that means. */
  readonly none?: string
  readonly onChange: (value: number | null) => void
}

const PERCENT = 100

function textOf(value: number | null, unit: Unit): string {
  if (value === null) return ''
  if (unit === 'size') return size(value)
  return unit === 'percent' ? `${Math.round(value * PERCENT)} %` : countText(value)
}

function read(text: string, unit: Unit): number | null {
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
      return t`Write a size, like 64 KB.`
    case 'count':
      return t`Write a whole number above 0.`
    case 'days':
      return t`Write a number of days.`
    case 'percent':
      return t`Write a share from 0 to 100 %.`
  }
}

/** A number with its unit. What cannot be read stays to be seen, with the reason beside it, and changes nothing. */
export function QuantityField({ name, unit, value, none, onChange }: QuantityFieldProps) {
  const [text, setText] = useState<string | null>(null)
  const id = useId()
  const shown = text ?? textOf(value, unit)
  const empty = shown.trim() === ''
  const wrong = empty ? none === undefined : read(shown, unit) === null
  const change = (typed: string): void => {
    setText(typed)
    const number = read(typed, unit)
    if (typed.trim() === '') {
      if (none !== undefined) onChange(null)
    } else if (number !== null) onChange(number)
  }
  return (
    <span className="cap">
      <input
        className="sel1 num"
        aria-label={name}
        aria-invalid={wrong}
        aria-describedby={wrong ? id : undefined}
        placeholder={none}
        value={shown}
        onChange={(event) => change(event.target.value)}
        onBlur={() => wrong || setText(null)}
      />
      {wrong && (
        <span id={id} className="problem" role="alert">
          {problemOf(unit)}
        </span>
      )}
    </span>
  )
}
