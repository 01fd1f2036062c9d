import { z } from 'zod'
import { languageTag } from '../format/language.ts'

export const Percent = z.number().min(0).max(100)

/** "5%", "2.5%"; "2,5 %" where the language writes it so. */
export function percentText(share: number): string {
  return share.toLocaleString(languageTag(), { style: 'percent', maximumFractionDigits: 1 })
}
