import { t } from '@lingui/core/macro'
import { ListFilter, X } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { MAX_SEARCH_LENGTH } from '../../shared/memory.ts'
import { IconButton } from '../ui/Button.tsx'
import { Kbd } from '../ui/Kbd.tsx'

interface FilterFieldProps {
  readonly field?: RefObject<HTMLInputElement | null>
  /** The key that leads here. */
  readonly keys?: string
  readonly filter: string
  readonly onFilter: (filter: string) => void
}

/** The words that a tree of files is filtered by. */
export function FilterField({ field, keys, filter, onFilter }: FilterFieldProps) {
  const own = useRef<HTMLInputElement>(null)
  const input = field ?? own
  const clear = (): void => {
    input.current?.focus()
    onFilter('')
  }
  return (
    <div className="in soft grow">
      <ListFilter className="i s" aria-hidden />
      <input
        ref={input}
        aria-label={t`Filter files`}
        maxLength={MAX_SEARCH_LENGTH}
        placeholder={t`Filter files`}
        value={filter}
        onChange={(event) => onFilter(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onFilter('')}
      />
      {filter !== '' ? (
        <IconButton icon={X} small name={t`Clear the filter`} onClick={clear} />
      ) : (
        keys !== undefined && <Kbd keys={keys} />
      )}
    </div>
  )
}
