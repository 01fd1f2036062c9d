import { countText } from './counts.ts'
import { size } from './sizes.ts'

export type Unit = 'size' | 'count' | 'days' | 'percent'

export const PERCENT = 100

export function quantityText(value: number | null, unit: Unit): string {
  if (value === null) return ''
  if (unit === 'size') return size(value)
  return unit === 'percent' ? `${Math.round(value * PERCENT)}%` : countText(value)
}
