import {
  closeSearchPanel,
  findNext,
  findPrevious,
  getSearchQuery,
  replaceAll,
  replaceNext,
  SearchQuery,
  setSearchQuery,
} from '@codemirror/search'
import type { EditorState } from '@codemirror/state'
import type { Command } from '@codemirror/view'
import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ArrowDown, ArrowUp, CaseSensitive, type LucideIcon, WholeWord, X } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { type Matches, matchesText, MAX_MATCHES } from '../../format/matches.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { FindField } from '../../ui/FindField.tsx'
import { tooltip } from '../../ui/Tooltip.tsx'
import type { OpenEditor } from './use-editor-view.ts'

type Chosen = Partial<Pick<SearchQuery, 'search' | 'replace' | 'caseSensitive' | 'wholeWord'>>

/** Find and replace in the text that is edited. */
export function FindBar({ open: { view, finds } }: { readonly open: OpenEditor }) {
  const { state } = view
  const query = getSearchQuery(state)
  const matches = useMemo(() => matchesOf(state, getSearchQuery(state)), [state])
  const field = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => field.current?.select(), [finds])
  const choose = (choices: Chosen): void => {
    const { search, replace, caseSensitive, wholeWord } = query
    const next = new SearchQuery({ search, replace, caseSensitive, wholeWord, literal: true, ...choices })
    view.dispatch({ effects: setSearchQuery.of(next) })
  }
  const go = (back: boolean): void => void (back ? findPrevious : findNext)(view)
  const replaceBy = (replace: Command): void => {
    replace(view)
    // A button with nothing left to do would lose the focus.
    if (document.activeElement instanceof HTMLButtonElement) field.current?.focus()
  }
  const close = (): void => {
    closeSearchPanel(view)
    view.focus()
  }
  const onKeyDown = (event: React.KeyboardEvent): void => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    close()
  }
  return (
    <div className="find" role="search" aria-label={t`Find and replace`} onKeyDown={onKeyDown}>
      <div className="row">
        <FindField
          name={t`Find`}
          value={query.search}
          field={field}
          onChange={(search) => choose({ search })}
          onEnter={go}
        />
        <IconButton icon={ArrowUp} small name={t`Previous match`} keys="shift+enter" onClick={() => go(true)} />
        <IconButton icon={ArrowDown} small name={t`Next match`} keys="enter" onClick={() => go(false)} />
        <Choices query={query} onChoose={choose} />
        <span className="meta num found cut grow" role="status">
          {matchesText(query.search, matches)}
        </span>
        <IconButton icon={X} small name={t`Close the find bar`} keys="esc" onClick={close} />
      </div>
      <ReplaceRow
        query={query}
        canReplace={matches.count > 0}
        onChange={(replace) => choose({ replace })}
        onReplace={replaceBy}
      />
    </div>
  )
}

interface ReplaceRowProps {
  readonly query: SearchQuery
  readonly canReplace: boolean
  readonly onChange: (replace: string) => void
  readonly onReplace: (replace: Command) => void
}

function ReplaceRow({ query, canReplace, onChange, onReplace }: ReplaceRowProps) {
  return (
    <div className="row">
      <FindField
        name={t`Replace with`}
        value={query.replace}
        onChange={onChange}
        onEnter={() => onReplace(replaceNext)}
      />
      <Button small disabled={!canReplace} onClick={() => onReplace(replaceNext)}>
        <Trans>Replace</Trans>
      </Button>
      <Button small disabled={!canReplace} onClick={() => onReplace(replaceAll)}>
        <Trans>Replace all</Trans>
      </Button>
    </div>
  )
}

function Choices({ query, onChoose }: { readonly query: SearchQuery; readonly onChoose: (choices: Chosen) => void }) {
  return (
    <>
      <Choice
        icon={CaseSensitive}
        name={t`Match case`}
        on={query.caseSensitive}
        onChange={(caseSensitive) => onChoose({ caseSensitive })}
      />
      <Choice
        icon={WholeWord}
        name={t`Whole words`}
        on={query.wholeWord}
        onChange={(wholeWord) => onChoose({ wholeWord })}
      />
    </>
  )
}

interface ChoiceProps {
  readonly icon: LucideIcon
  readonly name: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

function Choice({ icon: Icon, name, on, onChange }: ChoiceProps) {
  return (
    <button
      type="button"
      className={on ? 'ib sm on' : 'ib sm'}
      aria-pressed={on}
      aria-label={name}
      {...tooltip(name)}
      onClick={() => onChange(!on)}
    >
      <Icon className="i s" aria-hidden />
    </button>
  )
}

/** How many times a text has what is searched for, and which of them is selected. */
function matchesOf(state: EditorState, query: SearchQuery): Matches {
  const { from, to } = state.selection.main
  let [count, at] = [0, 0]
  if (!query.valid) return { count, at, more: false }
  const cursor = query.getCursor(state)
  for (let next = cursor.next(); !next.done; next = cursor.next()) {
    if (count === MAX_MATCHES) return { count, at, more: true }
    count += 1
    if (next.value.from === from && next.value.to === to) at = count
  }
  return { count, at, more: false }
}
