import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Fragment, type ReactNode, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { Change } from '../../shared/change.ts'
import type { LineChoice } from '../../shared/merge/lines.ts'
import { useText } from '../state/memory-store.ts'
import { useWindow } from '../state/window-store.ts'
import { codeLines } from './code-lines.ts'
import { diffRows, diffSteps, numberedFrom, type Row } from './diff-rows.ts'
import { DiffRow, EndsNote, MoreRows, type RowLook, SidesRow } from './DiffRow.tsx'
import { foldRows, type Gap, largestNumber, linesWithOtherEnds, onlyEndsDiffer, twoSides } from './fold-rows.ts'
import { inSlices, untilStopped } from './in-slices.ts'
import { type Elsewhere, markElsewhere } from './moved-elsewhere.ts'
import { hunksOf } from './UndoRows.tsx'

const MAX_ROWS = 200
/** Two columns of fewer pixels are too narrow to read. */
const MIN_SIDES_PX = 520

interface DiffLook {
  /** Unchanged lines shown above and below each change. */
  readonly context?: number
  readonly below?: number
  /** Whether what lies before the first and after the last change can be opened too. */
  readonly edges?: boolean
  /** At most this many rows before "show all". */
  readonly maxRows?: number
  readonly undone?: boolean
  /** Offers to undo single lines, and lines that changed together. */
  readonly onUndo?: ((lines: LineChoice) => void) | undefined
  /** Blocks that came from other files of the commit, or went there. */
  readonly elsewhere?: Elsewhere | undefined
}

interface DiffProps extends DiffLook {
  readonly change: Change
  /** The key of the store, where it is not the open one. */
  readonly store?: string
}

/** The diff of a change, whose two versions are loaded by id. */
export function Diff({ change, store, ...look }: DiffProps) {
  const before = useText(change.before?.id ?? null, store)
  const after = useText(change.after?.id ?? null, store)
  if (before === undefined || after === undefined) return <div className="sk" aria-hidden />
  if (before === null || after === null)
    return (
      <p className="diff-note">
        <Trans>Can’t show this: it isn’t text, or it’s too large.</Trans>
      </p>
    )
  if (change.from !== undefined && before === after) return null
  if (before === after && change.before !== null && change.after !== null)
    return (
      <p className="diff-note">
        <Trans>Nothing in the file changed.</Trans>
      </p>
    )
  if (before === after)
    return (
      <p className="diff-note">
        <Trans>The file is empty.</Trans>
      </p>
    )
  return <TextDiff before={before} after={after} {...look} />
}

interface TextDiffProps extends DiffLook {
  readonly before: string
  readonly after: string
  /** The numbers of the first lines, for parts of files. */
  readonly oldFrom?: number | undefined
  readonly nowFrom?: number | undefined
}

/** The diff of two texts, in one column or two, rendered or as source: as this window shows them. */
export function TextDiff({
  before,
  after,
  context = 1,
  below = context,
  edges = false,
  maxRows = MAX_ROWS,
  undone = false,
  elsewhere,
  oldFrom,
  nowFrom,
  onUndo,
}: TextDiffProps) {
  const rows = useRows(before, after, { elsewhere, oldFrom, nowFrom })
  const { showAs, sideBySide } = useWindow()
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const [all, setAll] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const width = useWidth(box)
  const folded = useMemo(
    () => (rows === null ? [] : foldRows(rows, { above: context, below, opened, edges })),
    [rows, context, below, opened, edges],
  )
  const code = useMemo(() => codeLines(rows ?? []), [rows])
  const ends = useMemo(() => rows !== null && onlyEndsDiffer(rows), [rows])
  const otherEnds = useMemo(() => (rows === null || ends ? 0 : linesWithOtherEnds(rows)), [rows, ends])
  const open = (gap: Gap): void => {
    setOpened(new Set([...opened, gap.from]))
    box.current?.focus()
  }
  const digits = rows === null ? 1 : String(largestNumber(rows)).length
  const hunks = useMemo(() => hunksOf(rows ?? []), [rows])
  const undo = onUndo === undefined || undone ? null : { hunks, onUndo }
  const look: RowLook = { as: showAs, code, undone, ends, digits, onOpen: open, undo }
  const shown = all ? folded : folded.slice(0, maxRows)
  const inSides = sideBySide && width >= MIN_SIDES_PX
  return (
    <>
      <div
        className={['diff', undone && 'struck', showAs === 'source' && 'source', inSides && 'sides']
          .filter(Boolean)
          .join(' ')}
        role="group"
        aria-label={inSides ? t`Change, side by side` : t`Change`}
        aria-busy={rows === null || undefined}
        tabIndex={-1}
        ref={box}
      >
        {rows === null ? <div className="sk" aria-hidden /> : <DiffList rows={shown} look={look} inSides={inSides} />}
      </div>
      {folded.length > shown.length && <MoreRows rows={folded.length - shown.length} onShow={() => setAll(true)} />}
      {otherEnds > 0 && <EndsNote lines={otherEnds} />}
    </>
  )
}

/** The rows with their numbers and the other ends of their moves; null while they are computed. */
function useRows(
  before: string,
  after: string,
  { elsewhere, oldFrom = 1, nowFrom = 1 }: Pick<TextDiffProps, 'elsewhere' | 'oldFrom' | 'nowFrom'>,
): readonly Row[] | null {
  const plain = useDiffRows(before, after)
  return useMemo(() => {
    if (plain === null) return null
    const rows = numberedFrom(plain, oldFrom, nowFrom)
    return elsewhere === undefined ? rows : markElsewhere(rows, elsewhere)
  }, [plain, elsewhere, oldFrom, nowFrom])
}

/** Of longer lists, only the rows in sight are on the page. */
const MAX_WHOLE_ROWS = 250
const ROW_PX = 23

interface DiffListProps {
  readonly rows: readonly (Row | Gap)[]
  readonly look: RowLook
  readonly inSides: boolean
}

function DiffList({ rows, look, inSides }: DiffListProps) {
  return inSides ? (
    <Rows items={twoSides(rows)} view={(sides) => <SidesRow sides={sides} look={look} />} />
  ) : (
    <Rows items={rows} view={(row) => <DiffRow row={row} look={look} />} />
  )
}

interface RowsProps<Item> {
  readonly items: readonly Item[]
  readonly view: (item: Item) => ReactNode
}

function Rows<Item>({ items, view }: RowsProps<Item>) {
  const place = useRef<HTMLDivElement>(null)
  const [scroller, setScroller] = useState<HTMLElement | null>(null)
  const isLong = items.length > MAX_WHOLE_ROWS
  useEffect(() => {
    if (isLong) setScroller(place.current?.closest<HTMLElement>('.scroll') ?? document.documentElement)
  }, [isLong])
  if (!isLong) return items.map((item, at) => <Fragment key={at}>{view(item)}</Fragment>)
  return (
    <div ref={place}>
      {scroller !== null && (
        <Virtuoso
          data={[...items]}
          customScrollParent={scroller}
          defaultItemHeight={ROW_PX}
          increaseViewportBy={400}
          itemContent={(_, item) => view(item)}
        />
      )}
    </div>
  )
}

/** Texts up to this length are compared at once, within a frame or two. */
const MAX_AT_ONCE_CHARACTERS = 20_000

/** The rows of a diff; `null` while a large one is computed, a little at a time. */
function useDiffRows(before: string, after: string): readonly Row[] | null {
  const isLarge = before.length + after.length > MAX_AT_ONCE_CHARACTERS
  const atOnce = useMemo(() => (isLarge ? null : diffRows(before, after)), [before, after, isLarge])
  const [sliced, setSliced] = useState<{ readonly of: string; readonly to: string; readonly rows: readonly Row[] }>()
  useEffect(() => {
    if (!isLarge) return
    return untilStopped(async (signal) => {
      const rows = await inSlices(diffSteps(before, after), signal)
      setSliced({ of: before, to: after, rows })
    })
  }, [before, after, isLarge])
  return atOnce ?? (sliced?.of === before && sliced.to === after ? sliced.rows : null)
}

/** The width of an element in pixels, 0 before it is on the page. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (element === null) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => setWidth(element.clientWidth))
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}
