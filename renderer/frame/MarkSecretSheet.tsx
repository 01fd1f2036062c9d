import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useRef, useState } from 'react'
import type { ValuePlaces } from '../../shared/settled-values.ts'
import { countText } from '../format/counts.ts'
import { PathText } from '../memory-parts/PathText.tsx'
import { eraseMarked, markSecret } from '../state/values-store.ts'
import { AskSheet } from '../ui/AskSheet.tsx'
import { Button } from '../ui/Button.tsx'

interface MarkSecretSheetProps {
  readonly value: string
  readonly onClose: () => void
}

interface Marked extends ValuePlaces {
  readonly id: string
}

const MAX_FILES_SHOWN = 100

/** Marks a value as a secret, then offers to erase it from the files that have it. */
export function MarkSecretSheet({ value, onClose }: MarkSecretSheetProps) {
  const acts = useRef<HTMLDivElement>(null)
  const [marked, setMarked] = useState<Marked | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => acts.current?.querySelector<HTMLElement>('.btn.pri')?.focus(), [marked])
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    await work()
    setBusy(false)
  }
  const mark = async (): Promise<void> => {
    const done = await markSecret(value)
    if (done === null) onClose()
    else setMarked(done)
  }
  const erase = async ({ id }: Marked): Promise<void> => {
    await eraseMarked(id)
    onClose()
  }
  return (
    <AskSheet title={marked === null ? t`Mark the selection as a secret?` : t`Marked as a secret`} onClose={onClose}>
      {marked === null ? <WhatMarkingMeans length={value.length} /> : <WhereItIs places={marked} />}
      <div ref={acts} className="row sheet-acts">
        <span className="grow" />
        <Button keys="esc" variant={marked?.files.length === 0 ? 'pri' : 'plain'} onClick={onClose}>
          {marked === null ? t`Cancel` : marked.files.length === 0 ? t`Done` : t`Leave as is`}
        </Button>
        {marked === null && (
          <Button variant="pri" busy={busy} onClick={() => void run(mark)}>
            <Trans>Mark as a secret</Trans>
          </Button>
        )}
        {marked !== null && marked.files.length > 0 && (
          <Button variant="pri" busy={busy} onClick={() => void run(() => erase(marked))}>
            {plural(marked.files.length, { one: 'Redact it in # file', other: 'Redact it in # files' })}
          </Button>
        )}
      </div>
    </AskSheet>
  )
}

function WhatMarkingMeans({ length }: { readonly length: number }) {
  const characters = countText(length)
  return (
    <p>
      <Trans>
        From now on, these {characters} characters are redacted whenever they’re written to this memory on this device.
        Only a keyed hash and the length are kept, never the text.
      </Trans>
    </p>
  )
}

function WhereItIs({ places: { files, unclear } }: { readonly places: ValuePlaces }) {
  return (
    <>
      {files.length === 0 ? (
        unclear.length === 0 && (
          <p>
            <Trans>No file in the memory contains this value now.</Trans>
          </p>
        )
      ) : (
        <>
          <p>
            {plural(files.length, {
              one: '# file contains this value now. Redacting it is one change by you.',
              other: '# files contain this value now. Redacting it is one change by you.',
            })}
          </p>
          <ul className="uncommitted scroll" aria-label={t`Files containing this value`}>
            {files.slice(0, MAX_FILES_SHOWN).map(({ path, count }) => (
              <li key={path} className="row">
                <span className="cut grow">
                  <PathText path={path} />
                </span>
                <span className="num ink3">{plural(count, { one: '# time', other: '# times' })}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {unclear.length > 0 && <Unclear paths={unclear} />}
      <p>
        <Trans>
          Earlier versions and conversations may still contain this value, and can’t be purged yet. If it’s a key or
          password, change it.
        </Trans>
      </p>
    </>
  )
}

function Unclear({ paths }: { readonly paths: ValuePlaces['unclear'] }) {
  return (
    <>
      <p>
        {plural(paths.length, {
          one: '# file may contain it, and stays as it is: it’s too large, damaged, or in an encoding that isn’t read.',
          other:
            '# files may contain it, and stay as they are: they’re too large, damaged, or in an encoding that isn’t read.',
        })}
      </p>
      <ul className="uncommitted scroll" aria-label={t`Files that may contain this value`}>
        {paths.slice(0, MAX_FILES_SHOWN).map((path) => (
          <li key={path} className="cut">
            <PathText path={path} />
          </li>
        ))}
      </ul>
    </>
  )
}
