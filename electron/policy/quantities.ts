/** 20000 -> "20,000", for messages in English. */
export const counted = (value: number): string => value.toLocaleString('en-US')

/** A readable size, exact below ten kilobytes. */
export function sized(bytes: number): string {
  if (bytes < 10_000) return `${counted(bytes)} bytes`
  return bytes < 1_000_000
    ? `${counted(Math.floor(bytes / 1_000))} KB`
    : `${counted(Math.floor(bytes / 100_000) / 10)} MB`
}
