import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Copy, FileInput, FolderInput } from 'lucide-react'
import { useState } from 'react'
import { ASK_ASSISTANT } from '../../shared/ask-assistant.ts'
import { size } from '../format/sizes.ts'
import { worded } from '../format/worded.ts'
import {
  bringIn,
  bringInText,
  closeBringIn,
  type Running,
  takeConversations,
  useBringIn,
} from '../state/bring-in-store.ts'
import { copy } from '../state/copy.ts'
import { pickFiles } from '../state/incoming-files.ts'
import { AskSheet } from '../ui/AskSheet.tsx'
import { Button } from '../ui/Button.tsx'
import { Choice } from '../ui/Choice.tsx'
import { Progress } from '../ui/Progress.tsx'
import { SheetActions } from '../ui/SheetActions.tsx'

/** Brings in what other programs know. Nothing is written before the user has looked at it. */
export function BringInSheet() {
  const { isOpen, running } = useBringIn()
  const [text, setText] = useState('')
  if (!isOpen) return null
  const close = (): void => {
    running?.cancel()
    closeBringIn()
  }
  return (
    <AskSheet title={t`Import what others know`} onClose={close}>
      {running !== null ? <Reading running={running} /> : <Ways text={text} onText={setText} />}
      <SheetActions onCancel={close}>
        {running === null && (
          <Button
            variant="pri"
            disabled={text.trim() === ''}
            onClick={() => void bringInText(text).then(() => setText(''))}
          >
            <Trans>Import the text</Trans>
          </Button>
        )}
      </SheetActions>
    </AskSheet>
  )
}

/** What is being sent and read. */
function Reading({ running }: { readonly running: Running }) {
  return (
    <Progress
      text={
        running.what === 'sending'
          ? t`${size(running.done)} of ${size(running.total)} taken in`
          : t`${size(running.done)} of ${size(running.total)} read`
      }
      done={running.done}
      total={running.total}
      onCancel={running.cancel}
    />
  )
}

interface WaysProps {
  readonly text: string
  readonly onText: (text: string) => void
}

/** Where it may come from. */
function Ways({ text, onText }: WaysProps) {
  const { takesConversations } = useBringIn()
  return (
    <>
      <p>
        <Trans>
          An export of ChatGPT or Claude as it comes, the memory of another agent, rules files, or a folder of notes.
          All of it waits in Review before anything is written.
        </Trans>
      </p>
      <div className="row">
        <Button icon={FileInput} onClick={() => void pickFiles('files', '').then((files) => bringIn(files))}>
          <Trans>Choose files…</Trans>
        </Button>
        <Button icon={FolderInput} onClick={() => void pickFiles('folder', '').then((files) => bringIn(files))}>
          <Trans>Choose a folder…</Trans>
        </Button>
      </div>
      <Choice
        type="checkbox"
        name={t`Conversations, too`}
        hint={t`Those in an export of ChatGPT or Claude come in at once, are listed with yours, and can be continued. What was said in them counts as text from outside.`}
        checked={takesConversations}
        onChange={takeConversations}
      />
      <p>
        <Trans>Or ask the other assistant, and paste its answer.</Trans>{' '}
        <Button small icon={Copy} onClick={() => void copy(ASK_ASSISTANT.map(worded).join('\n\n'), t`Question copied`)}>
          <Trans>Copy the question</Trans>
        </Button>
      </p>
      <textarea
        className="area"
        rows={6}
        aria-label={t`What another assistant wrote`}
        placeholder={t`What another assistant wrote`}
        value={text}
        onChange={(event) => onText(event.target.value)}
      />
    </>
  )
}
