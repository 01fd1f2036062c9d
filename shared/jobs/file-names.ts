/** A file's name as a text has it, and where it begins. */
export interface NamedFile {
  readonly name: string
  readonly at: number
}

const RUN = /[\p{L}\p{M}\p{N}_./-]+/gu
const EXTENSION = /^[^./]*\.\p{L}[\p{L}\p{N}]{1,9}$/u
const MAX_CHARS = 1000

/** What looks like the name of a file in a text: the end of a sentence does not belong to it. */
export function fileNamesIn(text: string): readonly NamedFile[] {
  return [...text.matchAll(RUN)].flatMap(({ 0: run, index }) => {
    let end = run.length
    while ('.-/'.includes(run[end - 1] ?? 'x')) end--
    const name = run.slice(0, end)
    const base = name.slice(name.lastIndexOf('/') + 1)
    return name.length <= MAX_CHARS && EXTENSION.test(base.slice(base.lastIndexOf('.', base.lastIndexOf('.') - 1) + 1))
      ? [{ name, at: index }]
      : []
  })
}
