import { Fragment, type ReactNode, useEffect, useRef, useState } from 'react'
import { Virtuoso } from 'react-virtuoso'
import type { Row } from './diff-rows.ts'
import { DiffRow, type RowLook, SidesRow } from './DiffRow.tsx'
import { type Gap, twoSides } from './fold-rows.ts'

/** Of longer lists, only the rows in sight are on the page. */
const MAX_WHOLE_ROWS = 250
const ROW_PX = 23

interface DiffListProps {
  readonly rows: readonly (Row | Gap)[]
  readonly look: RowLook
  readonly inSides: boolean
}

export function DiffList({ rows, look, inSides }: DiffListProps) {
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
