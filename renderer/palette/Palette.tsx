import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Command } from 'cmdk'
import { ChevronRight, LoaderCircle, Search as SearchIcon } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ActorBadge } from '../memory-parts/ActorBadge.tsx'
import { PathText } from '../memory-parts/PathText.tsx'
import { closePalette } from '../state/palette-store.ts'
import { highlightChunks } from '../text/text-chunks.ts'
import { Kbd } from '../ui/Kbd.tsx'
import { combination } from '../ui/keys.ts'
import type { Item } from './items.ts'
import { parseQuery } from './query.ts'
import { useGroups } from './use-groups.ts'

/** Finds files, words, conversations, history and commands, and opens or runs what is chosen. */
export function Palette() {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    // The dialog remembers what has the focus, so the field takes it only afterwards.
    dialog.current?.showModal()
    dialog.current?.querySelector('input')?.focus()
  }, [])
  const close = (): void => {
    dialog.current?.close()
    // Not only when the event comes: until then the palette could not be opened again.
    closePalette()
  }
  return (
    <dialog
      ref={dialog}
      className="pal"
      aria-label={t`Search or type a command`}
      onClose={closePalette}
      onClick={(event) => event.target === dialog.current && close()}
      onKeyDown={(event) => {
        if (!['mod+k', 'esc'].includes(combination(event.nativeEvent))) return
        event.preventDefault()
        close()
      }}
    >
      <Search
        onRun={(item) => {
          // Focus is back where it was before the command runs, which may read or move it.
          close()
          item.run()
        }}
      />
    </dialog>
  )
}

function Search({ onRun }: { readonly onRun: (item: Item) => void }) {
  const [typed, type] = useState('')
  const [chosen, choose] = useState('')
  const { groups, asking } = useGroups(typed)
  const items = groups.flatMap((group) => group.items)
  // What arrives later does not move the choice; what is gone cannot keep it.
  const selected = items.some(({ id }) => id === chosen) ? chosen : (items[0]?.id ?? '')
  const onType = (text: string): void => {
    type(text)
    choose('')
  }
  return (
    <Command
      label={t`Search or type a command`}
      shouldFilter={false}
      vimBindings={false}
      loop
      value={selected}
      onValueChange={choose}
    >
      <div className="q">
        <SearchIcon className="i" aria-hidden />
        <Command.Input
          placeholder={t`Files, words, conversations, history, commands`}
          value={typed}
          onValueChange={onType}
        />
        {asking && <LoaderCircle className="i s spin" aria-hidden />}
        <Kbd keys="esc" boxed />
      </div>
      <Command.List className="res scroll" label={t`Results`}>
        {groups.map(({ name, items: found }) => (
          <Command.Group key={name} heading={name}>
            {found.map((item) => (
              <Row key={item.id} item={item} words={parseQuery(typed).text} onRun={() => onRun(item)} />
            ))}
          </Command.Group>
        ))}
      </Command.List>
      {items.length === 0 && !asking && (
        <p className="none">
          <Trans>Nothing found. Try fewer words.</Trans>
        </p>
      )}
      <Foot count={items.length} asking={asking} />
    </Command>
  )
}

function Row({ item, words, onRun }: { readonly item: Item; readonly words: string; readonly onRun: () => void }) {
  const { id, label, as, icon: Icon = ChevronRight, actor, hint, keys } = item
  return (
    <Command.Item value={id} onSelect={onRun}>
      {actor === undefined ? <Icon className="i" aria-hidden /> : <ActorBadge actor={actor} />}
      <span className={as === 'memory' ? 'cut mem' : 'cut'}>
        {as === 'path' && words === '' ? (
          <PathText path={label} />
        ) : (
          <Marked text={label} words={words} path={as === 'path'} />
        )}
      </span>
      {hint !== undefined && hint !== '' && (
        <span className="hint cut">
          <Marked text={hint} words={words} />
        </span>
      )}
      <span className="grow" />
      {keys !== undefined && <Kbd keys={keys} boxed />}
    </Command.Item>
  )
}

function Marked({
  text,
  words,
  path = false,
}: {
  readonly text: string
  readonly words: string
  readonly path?: boolean
}) {
  const pieces = highlightChunks(text, words).map((piece, at) =>
    piece.found ? <mark key={at}>{piece.text}</mark> : piece.text,
  )
  return path ? <span className="path">{pieces}</span> : pieces
}

function Foot({ count, asking }: { readonly count: number; readonly asking: boolean }) {
  return (
    <div className="pf">
      <span>
        <Kbd keys="up" boxed />
        <Kbd keys="down" boxed />
        <Trans>choose</Trans>
      </span>
      <span>
        <Kbd keys="enter" boxed />
        <Trans>open or run</Trans>
      </span>
      <span className="hide-s">
        <kbd className="key">&gt;</kbd>
        <Trans>only commands</Trans>
      </span>
      <span className="hide-s">
        <kbd className="key">/</kbd>
        <Trans>only files</Trans>
      </span>
      <span className="grow" />
      <span role="status">{asking ? t`searching…` : plural(count, { one: '# result', other: '# results' })}</span>
    </div>
  )
}
