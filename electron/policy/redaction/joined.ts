import { ViewBuilder, type View } from './view.ts'

/**
 * A line break (with line continuation characters) or the seam of two string literals, between two characters of a
 * token.
 */
const SEAMS =
  /(?<=[A-Za-z0-9_+/=.-])(?:[\\"'`]?[ \t]{0,8}[\\+]?[ \t]{0,8}\r?\n[ \t>#*|/]{0,40}\+?[ \t]{0,8}["'`]?|(["'`])[ \t]{0,4}[+.&]?[ \t]{0,4}\1)(?=[A-Za-z0-9_+/=-])/g

export interface Joined {
  readonly view: View
  /** Where seams were removed, in the offsets of the view. */
  readonly seams: readonly number[]
}

/** The text with tokens rejoined that were broken over lines or string literals; `null` without any. */
export function joined(base: View): Joined | null {
  const view = new ViewBuilder(base, base.text.length)
  const seams: number[] = []
  let done = 0
  let removed = 0
  for (const { index, 0: seam } of base.text.matchAll(SEAMS)) {
    view.keep(done, index)
    seams.push(index - removed)
    removed += seam.length
    done = index + seam.length
  }
  if (seams.length === 0) return null
  view.keep(done, base.text.length)
  return { view: view.done(), seams }
}
