import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Pin, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { FileUse, MemoryUse } from '../../shared/upkeep.ts'
import { shortCount } from '../format/counts.ts'
import { size } from '../format/sizes.ts'
import { shortTime, when } from '../format/time.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { api } from '../state/api.ts'
import { removeAll } from '../state/file-actions.ts'
import { useMemory } from '../state/memory-store.ts'
import { isPinned } from '../state/pins.ts'
import { setPinned, usePolicies } from '../state/policy-store.ts'
import { filePath } from '../state/routes.ts'
import { useQuery } from '../state/use-query.ts'
import { Button } from '../ui/Button.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import { explained } from '../ui/Tooltip.tsx'
import { useGradualList } from '../ui/use-gradual-list.ts'
import { neverRead } from './largest.ts'
import { ReadBy } from './ReadBy.tsx'
import { SizeMap } from './SizeMap.tsx'
import { type Column, COLUMNS, nextOrder, type Order, sortedUse } from './sort-use.ts'

/** The files that the table can be limited to. */
type OnlyUse = 'never' | 'unread'

const ONLY_USE: readonly OnlyUse[] = ['never', 'unread']
const FILES_OF: Readonly<Record<OnlyUse, (files: readonly FileUse[]) => readonly FileUse[]>> = {
  never: neverRead,
  unread: (files) => files.filter(({ isUnread }) => isUnread),
}

/** How much each file is used, for the user to open, pin or delete. */
export function UsePane() {
  const changes = useMemory((state) => state.changes)
  const { answer: use } = useQuery('use', changes, () => api.upkeep.use.query())
  return (
    <main className="use scroll" aria-label={t`Use`} data-pane tabIndex={-1}>
      {use === undefined ? <Skeleton rows={10} /> : <UseTable use={use} />}
    </main>
  )
}

/** The files that the user chose among those listed, to delete them together. */
function useChosen(listed: readonly FileUse[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const selected = listed.filter(({ path }) => chosen.has(path)).map(({ path }) => path)
  return {
    chosen,
    selected,
    choose: (paths: readonly string[], on: boolean): void => {
      const next = new Set(chosen)
      for (const path of paths) {
        if (on) next.add(path)
        else next.delete(path)
      }
      setChosen(next)
    },
    removeChosen: async (): Promise<void> => {
      if (await removeAll(selected)) setChosen(new Set())
    },
  }
}

function UseTable({ use }: { readonly use: MemoryUse }) {
  const [order, setOrder] = useState<Order>({ by: 'lastRead', descending: false })
  const [only, setOnly] = useState<OnlyUse | null>(null)
  const listed = useMemo(
    () => sortedUse(only === null ? use.files : FILES_OF[only](use.files), order),
    [use, only, order],
  )
  const { shown, more } = useGradualList(`${order.by} ${order.descending} ${only}`, listed.length, 100, 500)
  const { chosen, selected, choose, removeChosen } = useChosen(listed)
  return (
    <>
      <UseHead use={use} />
      <SizeMap use={use} onOthers={() => setOrder({ by: 'bytes', descending: true })} />
      <div className="row all">
        {ONLY_USE.filter((each) => only === each || FILES_OF[each](use.files).length > 0).map((each) => (
          <Button
            key={each}
            small
            on={only === each}
            aria-pressed={only === each}
            onClick={() => setOnly(only === each ? null : each)}
          >
            {each === 'never' ? t`Never read` : t`Unused for 60 days`} <small>{FILES_OF[each](use.files).length}</small>
          </Button>
        ))}
        <span className="grow" />
        {selected.length > 0 && (
          <Button small variant="red" icon={Trash2} onClick={() => void removeChosen()}>
            {plural(selected.length, { one: 'Delete # file', other: 'Delete # files' })}
          </Button>
        )}
      </div>
      <table className="uses">
        <UseTableHead
          order={order}
          onOrder={setOrder}
          areAllChosen={selected.length > 0 && selected.length === listed.length}
          onChooseAll={(on) => {
            const paths = listed.map(({ path }) => path)
            choose(paths, on)
          }}
        />
        <tbody>
          {listed.slice(0, shown).map((file) => (
            <UseRow
              key={file.path}
              file={file}
              isChosen={chosen.has(file.path)}
              onChoose={(on) => choose([file.path], on)}
            />
          ))}
        </tbody>
      </table>
      <UseFoot isEmpty={listed.length === 0} only={use.files.length === 0 ? null : only} more={more} />
    </>
  )
}

interface UseTableHeadProps {
  readonly order: Order
  readonly onOrder: (order: Order) => void
  readonly areAllChosen: boolean
  readonly onChooseAll: (on: boolean) => void
}

function UseTableHead({ order, onOrder, areAllChosen, onChooseAll }: UseTableHeadProps) {
  return (
    <thead>
      <tr>
        <th className="ck">
          <label>
            <input
              type="checkbox"
              aria-label={t`Select all`}
              checked={areAllChosen}
              onChange={(event) => onChooseAll(event.target.checked)}
            />
          </label>
        </th>
        {COLUMNS.map((column) => (
          <ColumnHead key={column} column={column} order={order} onOrder={onOrder} />
        ))}
        <th>{t`Read by`}</th>
        <th className="pn">
          <span className="vh">{t`Pin`}</span>
        </th>
      </tr>
    </thead>
  )
}

interface UseFootProps {
  readonly isEmpty: boolean
  readonly only: OnlyUse | null
  readonly more: (() => void) | null
}

function UseFoot({ isEmpty, only, more }: UseFootProps) {
  return (
    <>
      {isEmpty && <p className="none">{emptyText(only)}</p>}
      {more !== null && (
        <div className="row all">
          <Button small onClick={more}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </>
  )
}

function emptyText(only: OnlyUse | null): string {
  if (only === null) return t`No files yet.`
  return only === 'never' ? t`Every file has been read.` : t`Every file has been read or changed in the last 60 days.`
}

function UseHead({ use }: { readonly use: MemoryUse }) {
  const tokens = shortCount(use.files.reduce((sum, file) => sum + file.tokens, 0))
  const first = use.since === null ? null : when(use.since)
  return (
    <div className="qh">
      <h2>
        <Trans>How the memory is used</Trans>
      </h2>
      <p>
        {first === null
          ? t`No reads recorded yet. The table fills in as the agent reads the memory.`
          : t`Reads since ${first} used about ${tokens} tokens.`}
      </p>
    </div>
  )
}

function columnName(column: Column): string {
  switch (column) {
    case 'path':
      return t`File`
    case 'reads':
      return t`Reads`
    case 'lastRead':
      return t`Last read`
    case 'tokens':
      return t`Tokens (approx.)`
    case 'bytes':
      return t`Size`
    case 'lastWritten':
      return t`Last change`
  }
}

interface ColumnHeadProps {
  readonly column: Column
  readonly order: Order
  readonly onOrder: (order: Order) => void
}

function ColumnHead({ column, order, onOrder }: ColumnHeadProps) {
  const isSorted = order.by === column
  return (
    <th aria-sort={isSorted ? (order.descending ? 'descending' : 'ascending') : 'none'} className={`c-${column}`}>
      <button type="button" onClick={() => onOrder(nextOrder(order, column))}>
        {columnName(column)}
        <span aria-hidden>{isSorted ? (order.descending ? ' ↓' : ' ↑') : ''}</span>
      </button>
    </th>
  )
}

interface UseRowProps {
  readonly file: FileUse
  readonly isChosen: boolean
  readonly onChoose: (on: boolean) => void
}

function UseRow({ file, isChosen, onChoose }: UseRowProps) {
  const { path, reads, lastRead, tokens, bytes, lastWritten, isUnread } = file
  const pins = usePolicies(({ state }) => state?.policies.pins)
  const pinned = pins !== undefined && isPinned(path, pins)
  return (
    <tr className={isChosen ? 'on' : undefined}>
      <td className="ck">
        <label>
          <input
            type="checkbox"
            aria-label={t`Select ${path}`}
            checked={isChosen}
            onChange={(event) => onChoose(event.target.checked)}
          />
        </label>
      </td>
      <td className="c-path">
        <a href={`#${filePath(path)}`}>
          <PathText path={path} />
        </a>
      </td>
      <td className="num">{reads}</td>
      <td>
        {lastRead === null ? <span className="ink3">{t`never`}</span> : shortTime(lastRead)}
        {isUnread && <span className="badge wait">{t`60+ days unused`}</span>}
      </td>
      <td className="num">{tokens === 0 ? '' : shortCount(tokens)}</td>
      <td className="num">{size(bytes)}</td>
      <td className="c-lastWritten">{lastWritten === null ? '' : shortTime(lastWritten)}</td>
      <td className="by">
        <ReadBy file={file} />
      </td>
      <td className="pn">
        <button
          type="button"
          className={pinned ? 'ib sm on' : 'ib sm'}
          aria-pressed={pinned}
          aria-label={t`Pin ${path}`}
          {...explained(pinned ? t`Pinned: no policy will delete this file` : t`Pin: no policy will delete this file`)}
          onClick={() => void setPinned([path], !pinned)}
        >
          <Pin className="i s" aria-hidden />
        </button>
      </td>
    </tr>
  )
}
