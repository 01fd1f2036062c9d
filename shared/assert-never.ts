/** Ends a switch over a union: a forgotten member does not compile, a member from the future throws. */
export function assertNever(value: never): never {
  throw new Error(`Unexpected value: ${JSON.stringify(value)}`)
}
