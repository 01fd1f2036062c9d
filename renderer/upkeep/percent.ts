import { z } from 'zod'

export const Percent = z.number().min(0).max(100)

/** "5 %", "2.5 %" */
export function percentText(share: number): string {
  return `${Math.round(share * 1000) / 10} %`
}
