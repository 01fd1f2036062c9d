import { random } from '../../../testing/random.ts'

// A year of things that somebody says: facts, of which some change and some are retracted. Made from a seed.

export interface Fact {
  readonly id: number
  /** What it is about, which is also the topic it belongs to. */
  readonly subject: string
  readonly type: 'user' | 'feedback' | 'project' | 'reference'
  readonly attribute: string
}

/** What is said in one session. `value` is `null` when the fact is withdrawn. */
export interface Saying {
  readonly fact: Fact
  readonly value: string | null
}

export interface Life {
  readonly sessions: readonly (readonly Saying[])[]
  /** What is true at the end: the value of each fact that was not withdrawn. */
  readonly truth: ReadonlyMap<Fact, string>
  /** Every value that is no longer true, and each that was withdrawn. */
  readonly untrue: readonly { readonly fact: Fact; readonly value: string }[]
}

export interface LifeOptions {
  readonly sessions: number
  readonly facts: number
  readonly changes: number
  readonly retractions: number
  readonly seed: number
}

const PEOPLE =
  'Ana Bo Chloe Daniel Elif Farid Greta Hiro Ines Jonas Karin Lucia Marek Nadia Oskar Priya Quentin Rosa Tomas Ursula Viktor Wanjiru Yuki Zoe'.split(
    ' ',
  )
const SURNAMES = 'Silva Weber Okafor Tanaka'.split(' ')
const PROJECTS =
  'Harbour Orchard Lantern Quarry Compass Meadow Anvil Beacon Tundra Copper Saddle Turbine Gallery Pollen Rudder Marble'.split(
    ' ',
  )
const PHASES = ['study', 'launch', 'archive'] as const
const REFERENCES = 'Staging Billing Intranet Warehouse Payroll Telephone Printing Parking Canteen Library'.split(' ')
const MANNERS = 'Writing Reports Mails Charts Reviews Meetings Travel Translation'.split(' ')
const ATTRIBUTES = {
  user: ['favourite colour', 'favourite tea', 'instrument', 'way to work'],
  feedback: ['length', 'tone', 'language', 'order'],
  project: ['deadline', 'default branch', 'main contact', 'meeting room'],
  reference: ['address', 'owner', 'backup place', 'alarm number'],
} as const

const WORDS =
  'amber birch cedar delta ember fjord grove heron iris juniper kelp larch maple north ochre pearl quartz river slate thyme umber violet willow yarrow zephyr'.split(
    ' ',
  )

export function lifeOf({ sessions, facts, changes, retractions, seed }: LifeOptions): Life {
  const pick = random(seed)
  const all = factsOf(facts, pick)
  let serial = 0
  const value = (): string => `${WORDS[pick(WORDS.length)]} ${WORDS[pick(WORDS.length)]} ${(serial += 1)}`
  const said: Saying[][] = Array.from({ length: sessions }, () => [])
  const now = new Map<Fact, string>()
  const untrue: { fact: Fact; value: string }[] = []
  const order = shuffled(all, pick)
  for (const [at, fact] of order.entries()) {
    const isChanged = at < changes
    const isWithdrawn = at >= changes && at < changes + retractions
    // The first half of the year leaves room for what happens later.
    const first = pick(isChanged || isWithdrawn ? Math.floor(sessions / 2) : sessions)
    const old = value()
    said[first]?.push({ fact, value: old })
    if (!isChanged && !isWithdrawn) {
      now.set(fact, old)
      continue
    }
    const later = first + 1 + pick(sessions - first - 1)
    const next = isChanged ? value() : null
    said[later]?.push({ fact, value: next })
    untrue.push({ fact, value: old })
    if (next !== null) now.set(fact, next)
  }
  return { sessions: said, truth: now, untrue }
}

function factsOf(count: number, pick: (below: number) => number): readonly Fact[] {
  const subjects = [
    ...PEOPLE.flatMap((name) => SURNAMES.map((surname) => ({ subject: `${name} ${surname}`, type: 'user' }) as const)),
    ...PROJECTS.flatMap((name) => PHASES.map((phase) => ({ subject: `${name} ${phase}`, type: 'project' }) as const)),
    ...REFERENCES.map((subject) => ({ subject, type: 'reference' }) as const),
    ...MANNERS.map((subject) => ({ subject, type: 'feedback' }) as const),
  ]
  const possible = subjects.flatMap(({ subject, type }) =>
    ATTRIBUTES[type].map((attribute) => ({ subject, type, attribute })),
  )
  return shuffled(possible, pick)
    .slice(0, count)
    .map((fact, id) => ({ ...fact, id }))
}

function shuffled<T>(all: readonly T[], pick: (below: number) => number): readonly T[] {
  const out = [...all]
  for (let at = out.length - 1; at > 0; at -= 1) {
    const other = pick(at + 1)
    const [a, b] = [out[at], out[other]]
    if (a !== undefined && b !== undefined) [out[at], out[other]] = [b, a]
  }
  return out
}

/** A fact as a line of its topic. */
export const lineOf = ({ subject, attribute }: Fact, value: string): string =>
  `- ${subject}'s ${attribute} is ${value}.`
