/** Enough to keep a disk busy. Every open file counts towards the system's limit, which may be 256. */
const AT_ONCE = 64

/**
 * Does the work for each item, for a few of them at a time. After a failure no more are begun.
 * @returns the outcomes, in the order of the items
 */
export async function fewAtOnce<Item, Outcome>(
  items: Iterable<Item>,
  work: (item: Item) => Promise<Outcome>,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const pending = [...items].entries()
  let hasFailed = false
  const workOff = async (): Promise<void> => {
    for (const [at, item] of pending) {
      if (hasFailed) return
      outcomes[at] = await work(item).catch((error: unknown) => {
        hasFailed = true
        throw error
      })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, workOff))
  return outcomes
}
