/** 20000 -> "20,000": messages for people and models, in English. */
export const counted = (value: number): string => value.toLocaleString('en-US')

/** A size as people say it, exact below ten kilobytes. */
export function sized(bytes: number): string {
  if (bytes < 10_000) return `${counted(bytes)} bytes`
  return bytes < 1_000_000
    ? `${counted(Math.floor(bytes / 1_000))} KB`
    : `${counted(Math.floor(bytes / 100_000) / 10)} MB`
}
