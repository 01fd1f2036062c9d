import { type EditorState, type Extension, StateEffect, StateField, type Transaction } from '@codemirror/state'
import { gutter, GutterMarker, type ViewUpdate } from '@codemirror/view'
import { t } from '@lingui/core/macro'
import type { Blame, LineSource } from '../../../shared/memory.ts'
import { actorBadgeElement } from '../../memory-parts/ActorBadge.tsx'
import { authorFacts } from '../../memory-parts/author-facts.ts'
import { type LineChange, type LineOrigins, originsAfter, originsOf } from './line-origins.ts'

/** The saved version that an edit started from, and who wrote its lines, once that is known. */
export interface Saved {
  readonly lines: readonly string[]
  readonly blame: Blame | null
}

interface Who extends Saved {
  readonly origins: LineOrigins
}

export const setSaved = StateEffect.define<Saved>()

const who = StateField.define<Who>({
  create: () => ({ lines: [], blame: null, origins: [] }),
  update(value, transaction) {
    for (const effect of transaction.effects)
      if (effect.is(setSaved)) {
        const { lines } = effect.value
        const isSameText = lines === value.lines && !transaction.docChanged
        return {
          ...effect.value,
          origins: isSameText ? value.origins : originsOf(lines, linesIn(transaction.state)),
        }
      }
    if (!transaction.docChanged) return value
    return { ...value, origins: originsAfter(value.origins, value.lines, lineChanges(transaction)) }
  },
})

function linesIn({ doc }: EditorState): readonly string[] {
  return [...doc.iterLines()]
}

/** Changed lines, those of neighbouring changes together. */
function lineChanges({ changes, startState, newDoc }: Transaction): readonly LineChange[] {
  const old = startState.doc
  const stretches: { fromA: number; toA: number; fromB: number; toB: number }[] = []
  changes.iterChangedRanges((startA, endA, startB, endB) => {
    const [fromA, toA] = [old.lineAt(startA).number, old.lineAt(endA).number]
    const [fromB, toB] = [newDoc.lineAt(startB).number, newDoc.lineAt(endB).number]
    const last = stretches.at(-1)
    if (last !== undefined && fromA <= last.toA) Object.assign(last, { toA, toB })
    else stretches.push({ fromA, toA, fromB, toB })
  })
  return stretches.map(({ fromA, toA, fromB, toB }) => ({
    from: fromA - 1,
    removed: toA - fromA + 1,
    lines: [...newDoc.iterLines(fromB, toB + 1)],
  }))
}

/** Marks a line as written by somebody; names them where another author begins. */
class LineAuthor extends GutterMarker {
  override readonly elementClass: string
  readonly #source: LineSource | null
  readonly #isFirst: boolean

  /** @param source `null` for what the user has not saved yet */
  constructor(source: LineSource | null, isFirst: boolean) {
    super()
    this.#source = source
    this.#isFirst = isFirst
    this.elementClass = source === null ? 'unsaved' : ''
  }

  override eq(other: LineAuthor): boolean {
    return other.#source === this.#source && other.#isFirst === this.#isFirst
  }

  override toDOM(): Node {
    const author = document.createElement('span')
    if (!this.#isFirst) return author
    author.className = 'by'
    author.title = factsOf(this.#source)
    if (this.#source === null) {
      const label = document.createElement('span')
      label.className = 'label'
      label.textContent = t`not saved`
      author.append(label)
    }
    author.append(actorBadgeElement(this.#source?.origin.actor ?? 'user'))
    return author
  }
}

const factsOf = (source: LineSource | null): string =>
  source === null ? t`Written by you, not saved yet` : authorFacts(source)

/** The commit that wrote a line (from 1): `null` for the user's unsaved ones, `undefined` while that is not known. */
function commitOf({ blame, origins }: Who, line: number): string | null | undefined {
  const origin = origins[line - 1] ?? null
  return origin === null ? null : blame?.lines[origin]?.readings[0]?.commit
}

/** `null` for the user's unsaved lines, `undefined` while it is not known, and before the first line. */
function sourceAt(value: Who, line: number): LineSource | null | undefined {
  const commit = line === 0 ? undefined : commitOf(value, line)
  return commit == null ? commit : value.blame?.sources[commit]
}

function authorAt(state: EditorState, line: number): LineAuthor | null {
  const value = state.field(who)
  const [source, above] = [sourceAt(value, line), sourceAt(value, line - 1)]
  if (source === undefined) return null
  return new LineAuthor(source, above === undefined || factsOf(above) !== factsOf(source))
}

/** Who wrote each line, in the margin of the editor. */
export function whoMargin(saved: Saved): Extension {
  return [
    who.init((state) => ({ ...saved, origins: originsOf(saved.lines, linesIn(state)) })),
    gutter({
      class: 'cm-who',
      lineMarker: ({ state }, { from }) => authorAt(state, state.doc.lineAt(from).number),
      lineMarkerChange: (update: ViewUpdate) => update.startState.field(who) !== update.state.field(who),
    }),
  ]
}
