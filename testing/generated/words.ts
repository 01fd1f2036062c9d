import type { Pick } from '../random.ts'

/** The words of a list that is written in one line. */
export function list(words: string): readonly string[] {
  return words.split(', ')
}

/** The words that a template may ask for: `{person}`, and `{person2}` for somebody else. */
const SLOTS: Readonly<Record<string, readonly string[]>> = {
  person: list(
    'Anna, Ben, Chloé, Daniel, Elif, Farid, Greta, Hiro, Inés, Jonas, Karin, Lucía, Marek, Nadia, Oskar, ' +
      'Priya, Quentin, Rosa, Søren, Tomás, Ursula, Viktor, Wanjiru, Yuki, Zoë',
  ),
  city: list(
    'Lisbon, Kyoto, Ghent, Zürich, Malmö, Porto, Vienna, Kraków, Bergen, Seville, Dublin, Montréal, ' +
      'Tallinn, Bologna, Leipzig, Utrecht, Granada, Trieste, Aarhus, Lyon',
  ),
  place: list(
    'the corner café, the market, the library, the station, the climbing hall, the allotment, ' +
      'the old harbour, the office canteen, the park, the community centre, the bakery on Mill Street',
  ),
  food: list(
    'lentil soup, mushroom risotto, rye bread, plum cake, miso soup, ratatouille, potato gratin, ' +
      'pad thai, shakshuka, crème caramel, dal, pickled herring, gnocchi, apple crumble',
  ),
  thing: list(
    'the bike lights, a rain jacket, the projector, the spare keys, a phone charger, the blue folder, ' +
      'the camping stove, a first-aid kit, the sewing machine, the label printer, a travel adapter',
  ),
  topic: list(
    'the budget, the release notes, the hiring plan, the new logo, the data export, the survey results, ' +
      'the onboarding guide, the backup routine, the spring campaign, the pricing page, the roadmap',
  ),
  hobby: ['pottery', 'trail running', 'chess', 'choir', 'birdwatching', 'bouldering', 'film photography', 'rowing'],
  job: ['nurse', 'architect', 'teacher', 'software engineer', 'translator', 'baker', 'physiotherapist', 'journalist'],
  relation: ['colleague', 'sister', 'neighbour', 'old school friend', 'cousin', 'former manager', 'flatmate', 'uncle'],
  weekday: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  month: ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November'],
  day: Array.from({ length: 28 }, (_, at) => String(at + 1)),
  /** Before every `later`. */
  date: ['3 February', '17 February', '2 March', '11 March', '24 March', '5 April', '19 April', '30 April', '8 May'],
  later: ['21 June', '2 July', '14 July', '29 July', '6 August', '18 August', '1 September', '12 September'],
  time: ['08:15', '09:30', '10:45', '11:20', '13:00', '14:40', '16:10', '17:30', '18:45', '19:15'],
  n: ['2', '3', '4', '5', '6', '7', '8', '9'],
  pages: Array.from({ length: 40 }, (_, at) => String(24 + at * 7)),
  amount: ['35', '48', '60', '75', '90', '120', '145', '180', '210', '260', '320', '450', '780', '1,150', '2,400'],
  phone: Array.from({ length: 40 }, (_, at) => `0${20 + at} 555 01${String(10 + at * 2)}`),
  book: list(
    'The Quiet, The Last, The Glass, The Salt, Northern, Winter, Paper, A Distant, The Borrowed, Seven',
  ).flatMap((first) =>
    list(
      'Harbour, Tram, Orchard, Road, Light, Trees, Boats, Machine, Garden, Letters, Bridge, Moss, Maps, River',
    ).flatMap((last) => [`${first} ${last}`, `${first} ${last} Again`, `${first} ${last} at Night`]),
  ),
  hotel: ['Hotel Aurora', 'Pension Linde', 'Casa do Rio', 'the Station Inn', 'Villa Miramar', 'Gasthof Adler'],
}

/** One of several. */
export function oneOf<T>(pick: Pick, several: readonly T[]): T {
  const found = several[pick(several.length)]
  if (found === undefined) throw new Error('There is nothing to choose from.')
  return found
}

/** True in so many of a hundred cases. */
export function chance(pick: Pick, percent: number): boolean {
  return pick(100) < percent
}

/** The same things in random order. */
export function shuffled<T>(pick: Pick, several: readonly T[]): T[] {
  const left = [...several]
  return several.flatMap(() => left.splice(pick(left.length), 1))
}

/**
 * Fills the slots of a template. The same slot has the same word everywhere in it, and two slots never share one.
 * Titles of books in `books` are not used again, and new ones are noted there.
 */
export function fill(pick: Pick, template: string, books: Set<string> = new Set()): string {
  const chosen = new Map<string, string>()
  return template.replace(/\{([a-z]+)\d?\}/g, (slot: string, name: string) => {
    const before = chosen.get(slot)
    if (before !== undefined) return before
    const taken = new Set(chosen.values())
    const open = (SLOTS[name] ?? []).filter((word) => !taken.has(word) && !books.has(word))
    const word = oneOf(pick, open)
    if (name === 'book') books.add(word)
    chosen.set(slot, word)
    return word
  })
}
