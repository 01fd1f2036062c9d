import { t } from '@lingui/core/macro'
import { CLAUDE_CODE, INDEX_MAX_BYTES, INDEX_MAX_LINES, isIndexOfClaude, linesLoaded } from '../../shared/layout.ts'
import { size } from '../format/sizes.ts'
import { useApp } from '../state/app-store.ts'
import { linesOf } from '../text/text-lines.ts'
import { Meter, worst } from '../ui/Meter.tsx'

/** The meter warns from this share of the limit. */
const WARN_AT_SHARE = 0.8

const bytesOf = (text: string): number => new TextEncoder().encode(text).length

/** How much of an index Claude Code loads at its start, above that index; nothing above any other file. */
export function IndexLoad({ path, text }: { readonly path: string; readonly text: string }) {
  const program = useApp((state) => state.app?.storeSettings.program ?? '')
  if (!isIndexOfClaude(path, program)) return null
  const lines = linesOf(text)
  const byLines = { used: lines.length, limit: INDEX_MAX_LINES }
  const byBytes = { used: bytesOf(text), limit: INDEX_MAX_BYTES }
  const meter = worst(byLines, byBytes)
  const [used, most, from] = [size(byBytes.used), size(INDEX_MAX_BYTES), linesLoaded(lines, bytesOf) + 1]
  const count = meter === byLines ? t`${lines.length} of ${INDEX_MAX_LINES} lines` : t`${used} of ${most}`
  return (
    <div className="who-bar">
      <span className="meta">{t`${CLAUDE_CODE} loads this at its start`}</span>
      <Meter name={t`Loaded at its start`} meter={meter} warnAt={WARN_AT_SHARE} text={count} />
      <span className="meta num">{count}</span>
      {from <= lines.length && <span className="badge wait">{t`nothing from line ${from} on`}</span>}
    </div>
  )
}
