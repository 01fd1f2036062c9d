import { JOBS_FOLDER } from '../../../shared/jobs/names.ts'
import { isNamedNoText } from '../../../shared/not-text.ts'
import { isTidied } from '../../../shared/tidy.ts'
import { pathOf } from './act.ts'
import { PEOPLE } from './facts.ts'
import { nameOf, search } from './search.ts'
import { below, leavesOf, type Situation } from './situation.ts'
import { changesOf, turnsInEffect } from './take-back.ts'
import type { Intent } from './understand.ts'
import { contentWords } from './words.ts'

/** How many files are viewed at a time; an answer may take many such rounds. */
const AT_A_TIME = 40

const IS_NO_TEXT = /^Error: The file .* is not UTF-8 text/s

/** What to view before anything can be done about these intents; nothing, once enough was seen. */
export function toView(intents: readonly Intent[], situation: Situation): readonly string[] {
  // A folder that is too deep to be listed is viewed like a file, and lists what is in it. The files of a job are the app's.
  const leaves = leavesOf(situation.listed ?? []).filter(
    (path) => !isNamedNoText(path) && path.split('/')[0] !== JOBS_FOLDER,
  )
  const refused = situation.earlier.flatMap(({ calls }) =>
    calls.flatMap(({ path, content }) => (IS_NO_TEXT.test(content) ? below(path) : [])),
  )
  const seen = new Set([...situation.viewed, ...refused])
  const wanted = new Set(intents.flatMap((intent) => wantedFor(intent, leaves, situation)))
  return [...wanted].filter((path) => !seen.has(path)).slice(0, AT_A_TIME)
}

function wantedFor(intent: Intent, leaves: readonly string[], situation: Situation): readonly string[] {
  switch (intent.kind) {
    case 'remember':
      return intent.facts.map(({ path }) => pathOf(path, leaves)).filter((path) => leaves.includes(path))
    case 'ask': {
      const isFound = leaves.length > AT_A_TIME && search(situation.files, intent.about).length > 0
      return isFound ? [] : likelyFirst(leaves, contentWords(intent.about))
    }
    case 'forget':
      return likelyFirst(leaves, contentWords(intent.about))
    case 'list':
      return leaves.slice(0, AT_A_TIME)
    case 'undo':
      return turnsInEffect(situation.earlier)
        .flatMap(changesOf)
        .flatMap(({ path, new_path: target = '' }) => [below(path), below(target)])
        .filter((path) => leaves.some((leaf) => leaf === path || path.startsWith(`${leaf}/`)))
    // Only the folders that are too deep to be listed.
    case 'contents':
      return leaves.filter((path) => !/\.\w+$/.test(path))
    case 'tidy':
      return leaves.filter((path) => isTidied(path) || !/\.\w+$/.test(path))
    case 'amend':
    case 'replace':
    case 'rename':
    case 'forget-everything':
    case 'count':
      return leaves
    default:
      return []
  }
}

/** Of many files, those with a matching name first; for what is asked of the user, theirs. */
function likelyFirst(leaves: readonly string[], wanted: readonly string[]): readonly string[] {
  const isLikely = (path: string): boolean =>
    wanted.length === 0
      ? path === 'about-me.md' || path.startsWith(PEOPLE)
      : contentWords(nameOf(path)).some((word) => wanted.includes(word))
  return [...leaves.filter(isLikely), ...leaves.filter((path) => !isLikely(path))]
}
