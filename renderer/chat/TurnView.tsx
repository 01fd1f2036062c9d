import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { ChevronRight, CircleStop, Eye, LoaderCircle, TriangleAlert, Undo2 } from 'lucide-react'
import { memo, useState } from 'react'
import type { ContextEdit, ToolCall, Turn } from '../../shared/conversation.ts'
import { Button } from '../parts/Button.tsx'
import { Markdown } from '../parts/Markdown.tsx'
import { MemoryCard } from '../parts/MemoryCard.tsx'
import { Notice } from '../parts/Notice.tsx'
import { PathText } from '../parts/PathText.tsx'
import { Siglum } from '../parts/Siglum.tsx'
import { clock } from '../parts/time.ts'
import { undoTurn } from '../state/acts.ts'
import { commitsOf } from '../state/chat-store.ts'
import { openFile } from '../state/routes.ts'
import { undoneBy } from '../state/undone.ts'
import { useUndoes } from '../state/undone-store.ts'
import { commandOf, foldParts, pathOf, type ThreadItem } from './fold-parts.ts'

export function speaker(provider: string): string {
  if (provider === 'compatible') return t`Model`
  return provider === 'demo' ? t`Demo` : 'Claude'
}

/** One user message and all that follows until the model stops; who, when and which turn stand in the margin. */
export const TurnView = memo(function TurnView({ turn, conversation }: { readonly turn: Turn; readonly conversation: string }) {
  const items = foldParts(turn.parts)
  const { number } = turn
  const running = turn.end === null
  return (
    <section className="turn" aria-label={t`Turn ${number}`} id={`turn-${number}`}>
      <div className="mg"><b>{t`You`}</b><span className="num">{clock(turn.startedAt)}</span></div>
      <div className="bd ask">{turn.text}</div>
      <div className="mg"><b className="agent">{speaker(turn.provider)}</b><Trans>turn {number}</Trans></div>
      <div className="bd stack">
        {items.map((item, at) => <Item key={at} item={item} />)}
        {running && items.at(-1)?.kind !== 'text' && items.at(-1)?.kind !== 'running' && <span className="thinking"><LoaderCircle className="i s spin" aria-hidden /><Trans>thinking</Trans></span>}
        <TurnEnd turn={turn} conversation={conversation} />
      </div>
    </section>
  )
})

function Item({ item }: { readonly item: ThreadItem }) {
  switch (item.kind) {
    case 'text': return <Markdown text={item.text} />
    case 'looked': return <Looked calls={item.calls} />
    case 'card': return <MemoryCard commit={item.commit} />
    case 'running': return <Writing call={item.call} />
    case 'failed': return <Failed call={item.call} />
    case 'edited': return <Edited edit={item.edit} />
    case 'quiet': return <p className="meta">{item.call.result ?? commandOf(item.call)}</p>
  }
}

/** From here on the model was sent less than what stands above. */
function Edited({ edit }: { readonly edit: ContextEdit }) {
  const count = edit.kind === 'cleared' ? edit.toolUses : 0
  return (
    <p className="meta">
      {edit.kind === 'compacted' ? t`What stands above was summed up for the model.` : plural(count, { one: '# old result was left out of what the model is sent.', other: '# old results were left out of what the model is sent.' })}
    </p>
  )
}

function Looked({ calls }: { readonly calls: readonly ToolCall[] }) {
  const [open, setOpen] = useState(false)
  const paths = [...new Set(calls.map(pathOf))]
  const files = paths.filter((path) => path !== '')
  const count = files.length
  const label = count === 0 ? t`looked at the memory` : plural(count, { one: 'looked at # file', other: 'looked at # files' })
  return (
    <div className="looked-row">
      <button type="button" className="looked" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Eye className="i s" aria-hidden />{label}<ChevronRight className="i xs chev" aria-hidden />
      </button>
      {open && (
        <ul className="looked-at">
          {paths.map((path) => <li key={path}>{path === '' ? <span className="meta"><Trans>the list of files</Trans></span> : <button type="button" onClick={() => openFile(path)}><PathText path={path} /></button>}</li>)}
        </ul>
      )}
    </div>
  )
}

function Writing({ call }: { readonly call: ToolCall }) {
  const path = pathOf(call)
  return (
    <article className="card" aria-label={t`Writing ${path}`} aria-busy>
      <div className="ch"><Siglum actor="agent" /><span className="vb"><Trans>Writing</Trans></span><span className="cut fit"><PathText path={path} /></span></div>
      <div className="cb"><div className="sk" /></div>
    </article>
  )
}

/** A command that did not work. What the model was told stands below; nothing was changed. */
function Failed({ call }: { readonly call: ToolCall }) {
  const path = pathOf(call)
  const command = commandOf(call)
  return (
    <article className="card refused" aria-label={command === 'view' ? t`Not found: ${path}` : t`Not written: ${path}`}>
      <div className="ch">
        <Siglum actor="agent" />
        <span className="vb">{command === 'view' ? t`Not found` : t`Not written`}</span>
        <span className="cut fit"><PathText path={path === '' ? command : path} /></span>
        <span className="grow" />
        <span className="meta num hide-n">{clock(call.time)}</span>
      </div>
      {call.result !== null && <div className="cb">{call.result}</div>}
    </article>
  )
}

function TurnEnd({ turn, conversation }: { readonly turn: Turn; readonly conversation: string }) {
  const undoes = useUndoes((state) => state.undoes)
  const [busy, setBusy] = useState(false)
  if (turn.end === null) return null
  const standing = commitsOf([turn]).filter((commit) => commit.changes.length > 0 && undoneBy(undoes, commit.variorumId) === null).length
  const act = async (): Promise<void> => {
    setBusy(true)
    await undoTurn(conversation, turn.number)
    setBusy(false)
  }
  return (
    <>
      <HowItEnded end={turn.end} />
      {standing > 0 && (
        <div className="turnend">
          <Button look="q" small icon={Undo2} busy={busy} onClick={() => void act()}><Trans>Undo this turn</Trans></Button>
          <span>{plural(standing, { one: '# change', other: '# changes' })}</span>
        </div>
      )}
    </>
  )
}

function HowItEnded({ end }: { readonly end: NonNullable<Turn['end']> }) {
  switch (end.kind) {
    case 'done': return null
    case 'stopped': return <p className="turnend"><CircleStop className="i s" aria-hidden /><Trans>Stopped by you. What was written stays until you undo it.</Trans></p>
    case 'interrupted': return <Notice icon={TriangleAlert} look="wait" head={t`This turn was interrupted.`}>{end.reason ?? t`Variorum was closed while it ran. No memory was half-written.`}</Notice>
    case 'max_tokens': return <Notice icon={TriangleAlert} look="wait" head={t`The answer was cut off.`}>{end.reason ?? t`It reached the length the model allows.`}</Notice>
    case 'refused': return <Notice icon={TriangleAlert} look="wait" head={t`The model declined to answer.`}>{end.reason}</Notice>
    case 'failed': return <Notice icon={TriangleAlert} look="danger" head={t`The model stopped.`}>{end.reason ?? t`Your message is kept and no memory was half-written.`}</Notice>
  }
}
