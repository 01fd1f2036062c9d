import { fileNamesIn } from '../../shared/jobs/file-names.ts'

/** A piece of a text: words, or the name of a file that is there. */
export interface FilePiece {
  readonly text: string
  /** Null for words. */
  readonly path: string | null
}

/**
 * A text in pieces, with the files that it names. A name may be a path of the store, of the memory tool, or one below the
 * job's folder.
 */
export function filePieces(text: string, folder: string, isThere: (path: string) => boolean): readonly FilePiece[] {
  const pieces: FilePiece[] = []
  let from = 0
  for (const { name, at } of fileNamesIn(text)) {
    const path = [name.replace(/^\/?memories\//, ''), `${folder}/${name}`].find(isThere)
    if (path === undefined) continue
    if (at > from) pieces.push({ text: text.slice(from, at), path: null })
    pieces.push({ text: name, path })
    from = at + name.length
  }
  return from < text.length ? [...pieces, { text: text.slice(from), path: null }] : pieces
}
