import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { GitMerge } from 'lucide-react'
import { useMemo } from 'react'
import type { DeviceConflict, FittedFile } from '../../shared/waiting.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { deviceName } from '../memory-parts/review-words.ts'
import { Version } from '../memory-parts/Version.tsx'
import { useDevice } from '../state/devices-store.ts'
import { TextDiff } from '../text/Diff.tsx'
import { wordPieces } from '../text/word-pieces.ts'
import { Notice } from '../ui/Notice.tsx'
import { differingPart } from './differing-part.ts'

/** What is in the memory stands; the other version is one key away. */
export function DevicesDiffer({ conflict: { kind, device, otherPath = '' } }: { readonly conflict: DeviceConflict }) {
  const other = deviceName(useDevice(device))
  return (
    <Notice icon={GitMerge} variant="info" head={headOf(kind, other, otherPath)}>
      {kind === 'same' ? (
        <Trans>Remove it here to have it once, or keep both.</Trans>
      ) : kind === 'deleted' ? (
        <Trans>The file is still there. Whatever you choose, its versions stay in the history.</Trans>
      ) : (
        <Trans>This device’s version stays in the memory unless you take the other one. The history has both.</Trans>
      )}
    </Notice>
  )
}

function headOf(kind: DeviceConflict['kind'], other: string, otherPath: string): string {
  switch (kind) {
    case 'lines':
      return t`${other} wrote something else in the same place.`
    case 'deleted':
      return t`One device deleted this file while another changed it.`
    case 'file':
      return t`${other} has another version of this file.`
    case 'same':
      return t`${other} noted the same in ${otherPath}.`
  }
}

/** Of more lines, only what differs is shown. */
const MAX_LINES = 40

interface TwoVersionsProps {
  readonly file: FittedFile
  readonly conflict: DeviceConflict
  /** Whether the keys that decide work now. */
  readonly hasKeys: boolean
}

/** Both versions, side by side. */
export function TwoVersions({ file: { path, now, saved }, conflict, hasKeys }: TwoVersionsProps) {
  const other = deviceName(useDevice(conflict.device))
  const part = useMemo(() => (now === null || saved === null ? null : differingPart(now, saved)), [now, saved])
  const pieces = useMemo(() => (part === null ? null : wordPieces(part.mine, part.theirs)), [part])
  const isLong = part !== null && [part.mine, part.theirs].some((text) => text.split('\n').length > MAX_LINES)
  return (
    <article className="clash" aria-label={t`Conflict in ${path}`}>
      <h3>
        <PathText path={path} /> {part !== null && <small>{t`line ${part.line}`}</small>}
      </h3>
      {isLong ? (
        <div className="colx">
          <TextDiff before={now ?? ''} after={saved ?? ''} context={2} edges />
        </div>
      ) : (
        <div className="two-texts">
          <Version
            name={t`This device`}
            keys={hasKeys ? 'u' : undefined}
            text={part?.mine ?? now}
            pieces={pieces?.filter((piece) => piece.kind !== 'added') ?? null}
          />
          <Version
            name={other}
            keys={hasKeys ? 'enter' : undefined}
            text={part?.theirs ?? saved}
            pieces={pieces?.filter((piece) => piece.kind !== 'removed') ?? null}
          />
        </div>
      )}
    </article>
  )
}
