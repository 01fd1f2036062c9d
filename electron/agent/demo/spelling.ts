import type { Language } from './languages/language.ts'

/** Commands stand among the first words. */
const WORDS_WITH_COMMANDS = 8

const PICTURES = /(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u{FE0F}|\u{200D})+/gu

/** Emoji say nothing that could be kept. */
export function withoutPictures(text: string): string {
  return text.replace(PICTURES, ' ')
}

/** “heyyy”. Laughter (“kkk”) and addresses (“www”) are left as they are. */
const DRAWN_OUT = /((?![kw])\p{Ll})\1{2,}/gu

export function withoutDrawl(text: string): string {
  return text.replace(DRAWN_OUT, '$1')
}

/** Puts right what is often mistyped, and commands with a slip in them: “remeber that”. */
export function spelled(text: string, { commands, spelling }: Pick<Language, 'commands' | 'spelling'>): string {
  const words = withoutDrawl(text).split(' ')
  const mended = words.map((word, at) => (at < WORDS_WITH_COMMANDS ? commandMeant(word, commands) : word))
  return spelling.reduce((rest, [wrong, right]) => rest.replace(wrong, right), mended.join(' '))
}

function commandMeant(word: string, commands: ReadonlySet<string>): string {
  const letters = word.toLowerCase()
  if (letters.length < 5 || commands.has(letters)) return word
  return [...commands].find((command) => isSlipOf(letters, command)) ?? word
}

/** Endings carry a meaning (“olvido” is not “olvida”), so the first and the last letter have to be right. */
function isSlipOf(word: string, command: string): boolean {
  if (command.length < 6 || word[0] !== command[0] || word.at(-1) !== command.at(-1)) return false
  const slips = command.length >= 8 ? 2 : 1
  return Math.abs(word.length - command.length) <= slips && distance(word, command) <= slips
}

/** “Sara” for “Sarah”: two spellings of a name. */
export function isAlike(one: string, other: string): boolean {
  const [first, second] = [one.toLowerCase(), other.toLowerCase()]
  const most = Math.floor(Math.max(first.length, second.length) / 3)
  if (first === second) return false
  return distance(first, second) <= (first[0] === second[0] ? Math.max(1, most) : 1)
}

/** How many letters are missing, added, wrong or in the wrong order. */
function distance(one: string, other: string): number {
  const rows: number[][] = [[...Array(other.length + 1).keys()]]
  for (let at = 1; at <= one.length; at += 1) {
    const [before, row] = [rows[at - 1] ?? [], [at]]
    for (let to = 1; to <= other.length; to += 1) {
      const isSame = one[at - 1] === other[to - 1]
      const isSwapped = at > 1 && to > 1 && one[at - 1] === other[to - 2] && one[at - 2] === other[to - 1]
      row[to] = Math.min(
        (before[to] ?? 0) + 1,
        (row[to - 1] ?? 0) + 1,
        (before[to - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (rows[at - 2]?.[to - 2] ?? 0) + 1 : Infinity,
      )
    }
    rows.push(row)
  }
  return rows.at(-1)?.at(-1) ?? 0
}
