import { Trans } from '@lingui/react/macro'
import { Brain, ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import { Markdown } from '../text/Markdown.tsx'

/** What the model thought before it answered or wrote, folded. */
export function Thought({ text }: { readonly text: string }) {
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <div className="looked-row">
      <button type="button" className="looked" aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <Brain className="i s" aria-hidden />
        <Trans>Thoughts</Trans>
        <ChevronRight className="i xs chev" aria-hidden />
      </button>
      <div id={id} hidden={!open} className="thought">
        <Markdown text={text} />
      </div>
    </div>
  )
}
