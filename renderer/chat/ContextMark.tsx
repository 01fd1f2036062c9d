import { plural, t } from '@lingui/core/macro'
import { ChevronRight, FoldVertical, ImageOff, PenLine, ScissorsLineDashed } from 'lucide-react'
import { useId, useState } from 'react'
import type { ContextEdit } from '../../shared/conversation.ts'
import { Markdown } from '../text/Markdown.tsx'
import { MarkLine } from './MarkLine.tsx'

/** Marks where the model began to be sent less than what is above. The thread keeps everything. */
export function ContextMark({ edit }: { readonly edit: ContextEdit }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  if (edit.kind === 'cleared')
    return <MarkLine icon={ScissorsLineDashed}>{t`Older file reads were left out to save space.`}</MarkLine>
  if (edit.kind === 'saving')
    return (
      <MarkLine
        icon={PenLine}
      >{t`The agent was asked to save what matters before older parts of the conversation were left out`}</MarkLine>
    )
  if (edit.kind === 'thoughts-dropped') {
    const thoughts = plural(edit.thoughts, { one: '# earlier thought', other: '# earlier thoughts' })
    return <MarkLine icon={ScissorsLineDashed}>{t`${thoughts} dropped from the context by the service`}</MarkLine>
  }
  if (edit.kind === 'pictures-dropped') {
    const label = plural(edit.pictures, {
      one: 'This model doesn’t take pictures: one was left out',
      other: 'This model doesn’t take pictures: # were left out',
    })
    return <MarkLine icon={ImageOff}>{label}</MarkLine>
  }
  const label = t`Everything above was summarised for the model`
  if (edit.summary === null) return <MarkLine icon={FoldVertical}>{label}</MarkLine>
  return (
    <>
      <MarkLine icon={FoldVertical}>
        <button type="button" className="looked" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
          {label}
          <ChevronRight className="i xs chev" aria-hidden />
        </button>
      </MarkLine>
      <div id={id} hidden={!open} className="summed">
        <Markdown text={edit.summary} />
      </div>
    </>
  )
}
