import type { Cue } from './cues.ts'

/** "… 12, RT 04/RW 07", "… Unit 12", "…, Salford": what an address goes on with. */
const UNIT =
  /^[ ,./]{1,2}(?:(?:unit|apt|apartment|flat|suite|ste|depto|dpto|apto|fszt|em|et|daire|kat|no|rt|rw|kv|кв|корп|стр|lok|m|lg|app|bte|piso|puerta|int|scala|lgh|of|d|bl|sc|ap)[.:]? ?)\d{0,5}\p{L}?(?:\/\d{1,4})?\.?(?!\p{L})/iu
const UNIT_WORD = /(?<!\p{L})(?:unit|apt|apartment|flat|suite|ste|depto|dpto|apto|box|room)\.?$/iu
const UNIT_NUMBER = /^ ?#?\d{1,4}\p{L}?(?![\p{L}\d])/u
const TOWN = /^, ?(?:\d{4,6} )?\p{Lu}[\p{L}'’-]{2,20}(?: \p{Lu}[\p{L}'’-]{2,20})?(?=[.,;)<\n]|$| ?\/)/u

/** @returns where an address ends whose street ends at `from` */
export function withUnits(text: string, from: number, { kind }: Cue): number {
  let end = from
  // The word for the part may have been read as part of the street's name.
  if (UNIT_WORD.test(text.slice(Math.max(0, end - 12), end)))
    end += UNIT_NUMBER.exec(text.slice(end, end + 8))?.[0].length ?? 0
  for (let more = UNIT.exec(text.slice(end, end + 24)); more !== null; more = UNIT.exec(text.slice(end, end + 24)))
    end += more[0].length
  return kind === 'address' ? end + (TOWN.exec(text.slice(end, end + 60))?.[0].length ?? 0) : end
}
