import type { Feature } from '../../../shared/jobs/features.ts'
import { fileNamesIn } from '../../../shared/jobs/file-names.ts'
import type { Response } from './respond.ts'
import type { Situation } from './situation.ts'
import { view } from './tool.ts'
import { contentWords } from './words.ts'

const MAX_FILES = 10

const WHAT_I_COMPARE =
  '*Demo model: it checks whether the files that the evidence names exist, and whether they have the words of the feature. It understands neither.*'

/** Checks a tick by rules: the files that its evidence names must be there, and have the words of the feature. */
export function judgeTick({ what, evidence }: Feature, { files, viewed }: Situation): Response {
  const names = fileNamesIn(evidence ?? '').map(({ name }) => name.replace(/^\/?memories\//, ''))
  const paths = [...new Set(names)].slice(0, MAX_FILES)
  const unseen = paths.filter((path) => !viewed.has(path))
  if (unseen.length > 0) return { text: '', calls: unseen.map(view) }
  const gone = paths.filter((path) => !files.has(path))
  const written = new Set(contentWords(paths.flatMap((path) => files.get(path) ?? []).join('\n')))
  const [verdict, why] =
    paths.length === 0
      ? ['fails', 'The evidence names no file.']
      : gone.length > 0
        ? ['fails', `The evidence names ${gone.join(', ')}, which is not there.`]
        : contentWords(what).every((word) => written.has(word))
          ? ['holds', `Every word of the feature is in ${paths.join(', ')}.`]
          : ['unclear', `Not every word of the feature is in ${paths.join(', ')}.`]
  return { text: `${WHAT_I_COMPARE}\n\n${why}\n\n${JSON.stringify({ verdict, why })}`, calls: [] }
}
