import type { TreeFile } from '../../shared/memory.ts'
import { isTidied } from '../../shared/tidy.ts'

const MAX_TOPICS = 3
const MAX_WORDS = 3
/** Names that say nothing of what is in the file; so do those with numbers. */
const NO_TOPIC = /^(?:readme|index|notes?|todo|about me|inbox|changelog|license|untitled|log|journal)$|\d/i

/** What to ask about, by the names of files: one of each folder, those of the fullest folders first. */
export function topicsIn(files: readonly Pick<TreeFile, 'path'>[]): readonly string[] {
  const named = files.flatMap(({ path }) => {
    const name = nameOf(path)
    const isTopic =
      isTidied(path) && name.split(' ').length <= MAX_WORDS && /\p{L}{2}/u.test(name) && !NO_TOPIC.test(name)
    return isTopic ? [{ folder: path.slice(0, path.lastIndexOf('/') + 1), name }] : []
  })
  const folders = [...Map.groupBy(named, ({ folder }) => folder).values()].toSorted(
    (one, other) => other.length - one.length,
  )
  const most = Math.max(0, ...folders.map(({ length }) => length))
  const inTurns = Array.from({ length: most }, (_, at) => folders.flatMap((each) => each[at]?.name ?? [])).flat()
  return [...new Set(inTurns)].slice(0, MAX_TOPICS)
}

/** "Mei Lin" of "people/mei-lin.md": names in `people/` are written like names. */
function nameOf(path: string): string {
  const name = path
    .slice(path.lastIndexOf('/') + 1)
    .replace(/\.\w+$/, '')
    .replace(/[-_]+/g, ' ')
    .trim()
  return path.startsWith('people/') ? name.replace(/(?<!\p{L})\p{Ll}/gu, (letter) => letter.toUpperCase()) : name
}
