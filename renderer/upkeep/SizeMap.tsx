import { plural, t } from '@lingui/core/macro'
import { type KeyboardEvent, useRef, useState } from 'react'
import type { FileUse, MemoryUse } from '../../shared/upkeep.ts'
import { files as countedFiles } from '../format/counts.ts'
import { factsText, sentencesText } from '../format/language.ts'
import { size } from '../format/sizes.ts'
import { filePath } from '../state/routes.ts'
import { tooltip } from '../ui/Tooltip.tsx'
import { bytesOf, largestShare, neverRead, partsOf, type SizedPart } from './largest.ts'
import { percentText } from './percent.ts'
import { type Tile, tilesOf } from './tiles.ts'

/** About the shape of the map in a window: its width by its height. */
const RATIO = 6

interface SizeMapProps {
  readonly use: MemoryUse
  /** Shows the files that have no tile. */
  readonly onOthers: () => void
}

/**
 * What is large, and what of it nobody reads: a tile for each file, as large as its part of the memory. One tile is a
 * stop for Tab; the arrows move between them. The table below has the same in figures.
 */
export function SizeMap({ use: { files, since }, onOthers }: SizeMapProps) {
  const parts = partsOf(files)
  const tiles = tilesOf(
    parts.map(({ bytes }) => bytes),
    RATIO,
  )
  const list = useRef<HTMLUListElement>(null)
  const [current, setCurrent] = useState(0)
  const onKeyDown = (event: KeyboardEvent): void => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('.tile') ?? [])]
    const at = links.findIndex((link) => link === document.activeElement)
    const target = { ArrowLeft: at - 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowDown: at + 1, Home: 0, End: -1 }[
      event.key
    ]
    if (target === undefined) return
    links.at(Math.min(target, links.length - 1))?.focus()
    event.preventDefault()
  }
  if (parts.length === 0) return null
  return (
    <figure className="size-map">
      <figcaption>{sentences(files, since !== null)}</figcaption>
      <ul ref={list} aria-label={t`File sizes`} onKeyDown={onKeyDown}>
        {parts.map((part, at) => (
          <PartTile
            key={part.file?.path ?? ''}
            part={part}
            tile={tiles[at]}
            isUnread={since !== null && part.file?.reads === 0}
            isStop={at === Math.min(current, parts.length - 1)}
            onFocus={() => setCurrent(at)}
            onOthers={onOthers}
          />
        ))}
      </ul>
    </figure>
  )
}

interface PartTileProps {
  readonly part: SizedPart
  readonly tile: Tile | undefined
  readonly isUnread: boolean
  readonly isStop: boolean
  readonly onFocus: () => void
  readonly onOthers: () => void
}

function PartTile({ part: { file, bytes, count }, tile, isUnread, isStop, onFocus, onOthers }: PartTileProps) {
  if (tile === undefined) return null
  const style = Object.fromEntries(Object.entries(tile).map(([name, value]) => [name, `${value * 100}%`]))
  const stop = { tabIndex: isStop ? 0 : -1, onFocus }
  const shown = size(bytes)
  if (file === null) {
    const others = plural(count, { one: '# smaller file', other: '# smaller files' })
    return (
      <li style={style}>
        <button
          {...stop}
          type="button"
          className="tile part-others"
          {...tooltip(factsText([others, shown]))}
          onClick={onOthers}
        >
          <span className="cut">{others}</span> <small className="cut">{shown}</small>
        </button>
      </li>
    )
  }
  const never = t`never read`
  const label = factsText([file.path, shown, isUnread && never])
  return (
    <li style={style}>
      <a
        {...stop}
        className={isUnread ? 'tile never' : 'tile'}
        href={`#${filePath(file.path)}`}
        aria-label={label}
        {...tooltip(label)}
      >
        <span className="cut">{file.path.split('/').at(-1)}</span> <small className="cut">{shown}</small>{' '}
        {isUnread && <small className="cut">{never}</small>}
      </a>
    </li>
  )
}

/** "12 files, 24 KB. The largest 2 make up 80% of that. 4 files (10 KB) have never been read." */
function sentences(files: readonly FileUse[], areReadsKnown: boolean): string {
  const [counted, all] = [countedFiles(files.length), size(bytesOf(files))]
  const largest = largestShare(files)
  const unread = neverRead(files)
  const [share, bytes] = [percentText(largest?.share ?? 0), size(bytesOf(unread))]
  return sentencesText([
    t`${counted}, ${all}.`,
    largest !== null &&
      plural(largest.count, {
        one: `The largest makes up ${share} of that.`,
        other: `The # largest make up ${share} of that.`,
      }),
    areReadsKnown &&
      unread.length > 0 &&
      plural(unread.length, {
        one: `# file (${bytes}) has never been read.`,
        other: `# files (${bytes}) have never been read.`,
      }),
  ])
}
