import { plural, t } from '@lingui/core/macro'
import { memo, useMemo } from 'react'
import type { Blame, LineSource, Reading } from '../../shared/memory.ts'
import { isUntrusted } from '../../shared/origin.ts'
import { countText } from '../format/counts.ts'
import { shortTime } from '../format/time.ts'
import { LongText } from '../text/LongText.tsx'
import { InlineMarkdown } from '../text/Markdown.tsx'
import { OpenMarks } from '../text/OpenableMark.tsx'
import { RedactableText } from '../text/RedactedText.tsx'
import { tooltip } from '../ui/Tooltip.tsx'
import { useGradualList } from '../ui/use-gradual-list.ts'
import { ActorBadge } from './ActorBadge.tsx'
import { type AnnotatedLine, annotatedLines } from './annotated-lines.ts'
import { authorFacts } from './author-facts.ts'
import { LineageMark } from './LineageMark.tsx'

/** A file with more lines is shown as source: rendering Markdown line by line would take too long. */
const MAX_RENDERED_LINES = 3000
const LINES_PER_STEP = 80
const MAX_LINES = 5000

export interface AnnotatedFileProps {
  readonly path: string
  readonly text: string
  readonly blame: Blame | null
  readonly showAs: 'rendered' | 'source'
  readonly who: boolean
  /** Leaves out the lines that come from the user or from the agent itself. */
  readonly onlyUntrusted?: boolean
  readonly line: number | null
  readonly onLine: (line: number) => void
}

/** The file as a page, each of its lines one line of the page, with who wrote it in the margin. */
export function AnnotatedFile(props: AnnotatedFileProps) {
  const { path, text, blame, showAs, who, onlyUntrusted = false, line, onLine } = props
  const lines = useMemo(
    () => annotatedLines(text).filter(({ number }) => !onlyUntrusted || isLineUntrusted(blame, number)),
    [text, blame, onlyUntrusted],
  )
  const { shown, more } = useGradualList(path, lines.length, LINES_PER_STEP, MAX_LINES)
  const source = showAs === 'source' || lines.length > MAX_RENDERED_LINES
  const isGap = (kind: AnnotatedLine['kind']): boolean => kind === 'gap' || (kind === 'edge' && !source)
  const readings = lines.map(({ kind, number }) => (isGap(kind) ? undefined : blame?.lines[number - 1]?.readings[0]))
  return (
    <>
      {source && showAs === 'rendered' && <p className="leaf-note">{tooLong()}</p>}
      <div
        className={['leaf', source && 'source', !who && 'bare'].filter(Boolean).join(' ')}
        role="document"
        aria-label={path}
        tabIndex={0}
      >
        <OpenMarks>
          {lines.slice(0, shown).map((annotated, at) => {
            const reading = readings[at]
            const above = aboveOf(readings, at)
            const by = sourceOf(reading, blame)
            return (
              <Line
                key={annotated.number}
                line={annotated}
                source={by}
                begins={
                  reading?.commit === above?.commit
                    ? null
                    : isSameAuthor(by, sourceOf(above, blame))
                      ? 'commit'
                      : 'author'
                }
                asSource={source}
                selected={annotated.number === line}
                onLine={onLine}
              />
            )
          })}
        </OpenMarks>
        {more !== null && (
          <button type="button" className="rest" onClick={more}>
            {plural(lines.length - shown, { one: 'Show # more line', other: 'Show # more lines' })}
          </button>
        )}
      </div>
    </>
  )
}

/** What is above a line, without what is empty. */
function aboveOf(readings: readonly (Reading | undefined)[], at: number): Reading | undefined {
  for (let above = at - 1; above >= 0; above -= 1) if (readings[above] !== undefined) return readings[above]
  return undefined
}

function sourceOf(reading: Reading | undefined, blame: Blame | null): LineSource | undefined {
  return reading === undefined ? undefined : blame?.sources[reading.commit]
}

function isSameAuthor(source: LineSource | undefined, above: LineSource | undefined): boolean {
  return source !== undefined && above !== undefined && authorFacts(source) === authorFacts(above)
}

function tooLong(): string {
  const most = countText(MAX_RENDERED_LINES)
  return t`Shown as source: a file with more than ${most} lines takes too long to render.`
}

/** Whether a line (from 1) was last written from text of somebody whom the user may not know. */
export function isLineUntrusted(blame: Blame | null, line: number): boolean {
  const source = blame?.sources[blame.lines[line - 1]?.readings[0]?.commit ?? '']
  return source !== undefined && isUntrusted(source.origin.lineage)
}

interface LineProps {
  readonly line: AnnotatedLine
  readonly source: LineSource | undefined
  /** What begins with this line: consecutive lines of one author show the mark once. */
  readonly begins: 'author' | 'commit' | null
  readonly asSource: boolean
  readonly selected: boolean
  readonly onLine: (line: number) => void
}

const Line = memo(function Line({ line, source, begins, asSource, selected, onLine }: LineProps) {
  const numbered = asSource || line.number === 1 || line.number % 5 === 0 || selected
  const isGap = line.kind === 'gap' || line.kind === 'edge'
  const names = [isGap && !asSource && 'gap', selected && 'row-on'].filter(Boolean).join(' ')
  const pick = (event: React.MouseEvent): void => {
    if (event.target instanceof HTMLAnchorElement || getSelection()?.isCollapsed === false) return
    onLine(line.number)
  }
  return (
    <div className={names} data-line={line.number}>
      <span className="who">
        {source !== undefined && <Author source={source} begins={selected ? 'author' : begins} />}
      </span>
      <span className="no">
        <button
          type="button"
          tabIndex={-1}
          aria-label={t`Versions of line ${line.number}`}
          onClick={() => onLine(line.number)}
        >
          {numbered ? line.number : '\u00a0'}
        </button>
      </span>
      {asSource ? <SourceText line={line} onClick={pick} /> : <Rendered line={line} onClick={pick} />}
    </div>
  )
})

/** Who wrote a line, as one mark where another author begins. The time appears with the pointer, and for the selected line. */
function Author({ source, begins }: { readonly source: LineSource } & Pick<LineProps, 'begins'>) {
  const { origin, time } = source
  const facts = authorFacts(source)
  return (
    <span className="by" {...tooltip(facts)}>
      {begins !== null && <span className="vh">{facts}</span>}
      <span className="cut num time" aria-hidden={begins === null}>
        {shortTime(time)}
      </span>
      {begins === 'author' && <AuthorMark origin={origin} />}
    </span>
  )
}

/** The agent's text from a source that the user may not know has a mark of its own. */
function AuthorMark({ origin: { actor, lineage } }: Pick<LineSource, 'origin'>) {
  return lineage === 'agent-untrusted' ? <LineageMark lineage={lineage} silent /> : <ActorBadge actor={actor} silent />
}

interface TextProps {
  readonly line: AnnotatedLine
  readonly onClick: (event: React.MouseEvent) => void
}

function Rendered({ line, onClick }: TextProps) {
  const { kind, text, depth, mark } = line
  if (kind === 'code' || kind === 'fence')
    return (
      <span className="tx code" onClick={onClick}>
        {kind === 'fence' ? (
          <span className="mkd">
            <LongText text={text} />
          </span>
        ) : text === '' ? (
          '\u00a0'
        ) : (
          <RedactableText text={text} />
        )}
      </span>
    )
  if (kind === 'property')
    return (
      <span className="tx property" onClick={onClick}>
        <span className="name">
          <RedactableText text={mark} />
          {mark !== '' && <span className="vh">: </span>}
        </span>
        <span>
          <RedactableText text={text} />
        </span>
      </span>
    )
  if (kind === 'edge') return <span className="tx" onClick={onClick} />
  const inner = <InlineMarkdown text={escapeBlockMark(text)} />
  const names = [
    'tx',
    kind !== 'text' && kind !== 'gap' && kind,
    kind === 'li' && depth > 0 && `in${depth}`,
    mark.length === 3 && 'wide',
    mark.length > 3 && 'wider',
  ]
    .filter(Boolean)
    .join(' ')
  const heading = { h1: 2, h2: 3, h3: 4 }[kind === 'h1' || kind === 'h2' ? kind : 'h3']
  const role = kind === 'h1' || kind === 'h2' || kind === 'h3' ? { role: 'heading', 'aria-level': heading } : {}
  return (
    <span className={names} data-mark={mark} onClick={onClick} {...role}>
      {inner}
    </span>
  )
}

/** Keeps the rest of a line from starting another block, as in "2. - x" or after four spaces. */
function escapeBlockMark(text: string): string {
  return text
    .trim()
    .replace(/^(#{1,6}\s|[-*+]\s|>|\d{1,9}[.)]\s|\||={3,}|-{3,}|[`~]{3,})/, '\\$1')
    .replace(/^(\\)(\d{1,9})([.)])/, '$2\\$3')
}

const MARK = /^(\s*(?:#{1,6}|[-*+]|\d{1,9}[.)]|>)(?=\s))(.*)$/

function SourceText({ line, onClick }: TextProps) {
  const [, mark, rest] = MARK.exec(line.source) ?? []
  return (
    <span className="tx" onClick={onClick}>
      {mark === undefined ? (
        line.source === '' ? (
          '\u00a0'
        ) : (
          <RedactableText text={line.source} />
        )
      ) : (
        <>
          <span className="mkd">{mark}</span>
          <RedactableText text={rest ?? ''} />
        </>
      )}
    </span>
  )
}
