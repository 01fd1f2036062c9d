import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useEffect, useEffectEvent, useId, useState } from 'react'
import type { FoundValue, OriginalSource } from '../../shared/settled-values.ts'
import { allowTyped, findIn, passFrom, type Passed } from '../state/values-store.ts'
import { Button } from '../ui/Button.tsx'

interface NotASecretProps {
  /** Where the original may still be; without one, the user types the value. */
  readonly source: OriginalSource | null
  /** Only what this rule found; `null` for all. */
  readonly rule: string | null
}

/** Lets a value pass: one that is found in the original, or one that the user types. */
export function NotASecret({ source, rule }: NotASecretProps) {
  const [found, setFound] = useState<readonly FoundValue[] | null>(null)
  const [done, setDone] = useState<Passed | 'typed' | null>(null)
  const find = useEffectEvent(async () => (source === null ? null : ((await findIn(source)) ?? [])))
  const key = JSON.stringify(source)
  useEffect(() => {
    let isCurrent = true
    void find().then((all) => {
      if (isCurrent) setFound(all?.filter((each) => rule === null || each.rule === rule) ?? null)
    })
    return () => {
      isCurrent = false
    }
  }, [key, rule, done])
  if (done !== null && done !== 'gone') return <Done kind={done} />
  if (source !== null && found === null) return null
  if (source === null || found === null || found.length === 0 || done === 'gone')
    return <TypedValue rule={rule} onDone={() => setDone('typed')} />
  return (
    <ul className="found-values" aria-label={t`What was found`}>
      {found.map((value, at) => (
        <li key={value.index}>
          <span className="cut grow">{t`${value.rule}, line ${value.line}`}</span>
          {value.mayPass ? (
            <PassButton
              name={t`Not a secret: ${value.rule}, line ${value.line}`}
              isFirst={at === 0 && source.kind !== 'text'}
              pass={async () => setDone(await passFrom(source, value.index))}
            />
          ) : (
            <span className="ink3">{t`found by your own rule`}</span>
          )}
        </li>
      ))}
    </ul>
  )
}

interface PassButtonProps {
  readonly name: string
  /** The button that showed the list is gone, so the first one takes the focus. */
  readonly isFirst: boolean
  readonly pass: () => Promise<void>
}

function PassButton({ name, isFirst, pass }: PassButtonProps) {
  const [busy, setBusy] = useState(false)
  return (
    <Button
      small
      busy={busy}
      autoFocus={isFirst}
      aria-label={name}
      onClick={() => {
        setBusy(true)
        void pass().finally(() => setBusy(false))
      }}
    >
      <Trans>Not a secret</Trans>
    </Button>
  )
}

function Done({ kind }: { readonly kind: Exclude<Passed, 'gone'> | 'typed' }) {
  return (
    <p role="status">
      {kind === 'applied' ? (
        <Trans>This value is no longer redacted. It’s back as it was.</Trans>
      ) : kind === 'waits' ? (
        <Trans>
          This value won’t be redacted from now on. It wasn’t restored here, because of other findings or a later
          change.
        </Trans>
      ) : (
        <Trans>From now on, this value won’t be redacted when it’s written.</Trans>
      )}
    </p>
  )
}

/** The value is sent to the core once, kept there as a keyed hash, and shown nowhere. */
function TypedValue({ rule, onDone }: { readonly rule: string | null; readonly onDone: () => void }) {
  const [value, setValue] = useState('')
  const [busy, setBusy] = useState(false)
  const id = useId()
  const submit = async (): Promise<void> => {
    if (value.trim() === '') return
    setBusy(true)
    if (await allowTyped(value, rule)) onDone()
    setBusy(false)
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <label htmlFor={id}>
        <Trans>The original value can’t be looked up, so type it here. Only a keyed hash of it is kept.</Trans>
      </label>
      <div className="row">
        <span className="in grow">
          <input
            id={id}
            type="password"
            autoComplete="off"
            autoFocus
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
        </span>
        <Button type="submit" small busy={busy} disabled={value.trim() === ''}>
          <Trans>Stop redacting it</Trans>
        </Button>
      </div>
    </form>
  )
}
