import { plural, t } from '@lingui/core/macro'

const tenth = (value: number): string => (Math.round(value * 10) / 10).toString()

/** For sentences: "412 bytes", "22.4 KB", "3.1 MB". */
export function size(bytes: number): string {
  if (bytes < 100) return plural(bytes, { one: '# byte', other: '# bytes' })
  if (bytes < 1_000_000) {
    const value = tenth(bytes / 1000)
    return t`${value} KB`
  }
  const value = tenth(bytes / 1_000_000)
  return t`${value} MB`
}

/** For columns: "0.4K". */
export function shortSize(bytes: number): string {
  return bytes < 1_000_000 ? `${(bytes === 0 ? 0 : Math.max(0.1, bytes / 1000)).toFixed(1)}K` : `${(bytes / 1_000_000).toFixed(1)}M`
}

export const files = (count: number): string => plural(count, { one: '# file', other: '# files' })
export const changes = (count: number): string => plural(count, { one: '# change', other: '# changes' })
export const turns = (count: number): string => plural(count, { one: '# turn', other: '# turns' })
