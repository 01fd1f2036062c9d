/** Then the next store begins: git's own look at a long history takes long. */
const KILLS_PER_STORE = 25
/** Enough to see what is wrong. */
export const MAX_WRONG = 5

type Counts = { kills: number } & Record<string, number>

/** One store that is killed again and again. */
export interface Victim<Count extends Counts> {
  readonly dir: string
  readonly counts: Count
  /** What was wrong, one line each; empty when nothing was. */
  readonly wrong: readonly string[]
  run(kills: number): Promise<void>
}

/** Kills in one store after another, and adds up what happened; each fault is reported with its store's folder. */
export async function killInStores<Count extends Counts>(
  kills: number,
  begin: () => Victim<Count>,
  isEnough: (total: Count) => boolean = () => false,
): Promise<{ readonly total: Count | null; readonly wrong: readonly string[] }> {
  let total: Count | null = null
  const wrong: string[] = []
  while ((total?.kills ?? 0) < kills && wrong.length < MAX_WRONG && !(total !== null && isEnough(total))) {
    const victim = begin()
    await victim.run(Math.min(KILLS_PER_STORE, kills - (total?.kills ?? 0)))
    total = total === null ? victim.counts : sum(total, victim.counts)
    wrong.push(...victim.wrong.map((line) => `${victim.dir}: ${line}`))
  }
  return { total, wrong }
}

function sum<Count extends Counts>(a: Count, b: Count): Count {
  return Object.fromEntries(Object.entries(a).map(([name, count]) => [name, count + (b[name] ?? 0)])) as Count
}
