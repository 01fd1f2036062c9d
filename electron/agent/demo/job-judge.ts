import type { Feature } from '../../../shared/jobs/features.ts'
import { fileNamesIn } from '../../../shared/jobs/file-names.ts'
import type { Verdict } from '../../../shared/jobs/job.ts'
import { view } from './job-files.ts'
import type { Response } from './respond.ts'
import type { Situation } from './situation.ts'
import { contentWords } from './words.ts'

const MAX_FILES = 10

/** Checks a tick by rules: the files that its evidence names must be there, and have the words of the feature. */
export function judgeTick(feature: Feature, { files, viewed }: Situation): Response {
  const paths = [...new Set(fileNamesIn(feature.evidence ?? '').map(({ name }) => name))]
    .map((path) => path.replace(/^\/?memories\//, ''))
    .slice(0, MAX_FILES)
  const unseen = paths.filter((path) => !viewed.has(path))
  if (unseen.length > 0) return { text: '', calls: unseen.map(view) }
  const found = verdictOn(feature, paths, files)
  return { text: `${WHAT_I_COMPARE}\n\n${found.why}\n\n${JSON.stringify(found)}`, calls: [] }
}

const WHAT_I_COMPARE =
  '*Demo model: it checks whether the files that the evidence names exist, and whether they have the words of the feature. It understands neither.*'

function verdictOn(
  feature: Feature,
  paths: readonly string[],
  files: Situation['files'],
): { readonly verdict: Verdict['verdict']; readonly why: string } {
  if (paths.length === 0) return { verdict: 'fails', why: 'The evidence names no file.' }
  const gone = paths.filter((path) => !files.has(path))
  if (gone.length > 0) return { verdict: 'fails', why: `The evidence names ${gone.join(', ')}, which is not there.` }
  const written = new Set(contentWords(paths.flatMap((path) => files.get(path) ?? []).join('\n')))
  const named = paths.join(', ')
  return contentWords(feature.what).every((word) => written.has(word))
    ? { verdict: 'holds', why: `Every word of the feature is in ${named}.` }
    : { verdict: 'unclear', why: `Not every word of the feature is in ${named}.` }
}
