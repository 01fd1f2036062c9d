import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FileText, Play, Search } from 'lucide-react'
import { MAX_SEARCH_LENGTH } from '../../shared/memory.ts'
import { useMemory } from '../state/memory-store.ts'
import { Button } from '../ui/Button.tsx'
import type { Subject } from './use-bisection.ts'

const MAX_SUGGESTIONS = 100

interface BisectFormProps {
  readonly subject: Subject
  readonly isRunning: boolean
  readonly onChange: (change: Partial<Subject>) => void
  readonly onRun: () => void
}

/** Chooses what to look at: a file, or lines with some words. With words the search can run by itself. */
export function BisectForm({ subject: { path, words }, isRunning, onChange, onRun }: BisectFormProps) {
  const files = useMemory((state) => state.tree?.files)
  const suggested = files?.filter((file) => file.path.includes(path)).slice(0, MAX_SUGGESTIONS) ?? []
  return (
    <form
      className="bisect-form"
      onSubmit={(event) => {
        event.preventDefault()
        if (words.trim() !== '') onRun()
      }}
    >
      <p className="ink2">
        <Trans>
          Think of a question whose answer is No at the earlier point and Yes at the later one. Answer it at a few
          points in between, and you’ll arrive at the change that made the difference.
        </Trans>
      </p>
      <label className="in">
        <FileText className="i s" aria-hidden />
        <input
          aria-label={t`File to look at`}
          placeholder={t`File to look at`}
          list="bisect-files"
          value={path}
          onChange={(event) => onChange({ path: event.target.value })}
        />
      </label>
      <datalist id="bisect-files">
        {suggested.map((file) => (
          <option key={file.path} value={file.path}>
            {file.path}
          </option>
        ))}
      </datalist>
      <div className="row">
        <label className="in grow">
          <Search className="i s" aria-hidden />
          <input
            aria-label={t`Words to look for`}
            maxLength={MAX_SEARCH_LENGTH}
            placeholder={t`Words to look for`}
            value={words}
            onChange={(event) => onChange({ words: event.target.value })}
          />
        </label>
        <Button type="submit" icon={Play} disabled={words.trim() === '' || isRunning}>
          {isRunning ? <Trans>Running…</Trans> : <Trans>Answer automatically</Trans>}
        </Button>
      </div>
    </form>
  )
}
