import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Download } from 'lucide-react'
import { useState } from 'react'
import { type ExportWhat, Untrusted, untrustedIn } from '../../shared/export.ts'
import { beginExport, useExport } from '../state/export-store.ts'
import { Button } from '../ui/Button.tsx'
import { FormLine } from '../ui/FormLine.tsx'
import { Select } from '../ui/Select.tsx'

/** Copies of the open store: its files, its history, and what other programs read. */
export function ExportLines() {
  return (
    <>
      <FormLine label={t`Export the files`} hint={t`as the agent sees them, without history or policies`}>
        <ExportButton what={{ kind: 'folder' }} name={t`Export the files…`} />
      </FormLine>
      <FormLine label={t`Export the history`} hint={t`every version of every file, for “git clone”`}>
        <ExportButton what={{ kind: 'bundle' }} name={t`Export the history…`} />
      </FormLine>
      <OtherPrograms />
    </>
  )
}

const FORMS = ['claude-code', 'agents-md', 'prompt', 'zip'] as const
type Form = (typeof FORMS)[number]

/** In the form of another program, and what becomes of lines from outside there. */
function OtherPrograms() {
  const [kind, setKind] = useState<Form>('claude-code')
  const [chosen, setChosen] = useState<Untrusted | null>(null)
  const untrusted = chosen ?? untrustedIn({ kind })
  return (
    <>
      <FormLine label={t`Export for other programs`} hint={t`in the form that is chosen below`}>
        <ExportButton what={{ kind, untrusted }} name={t`Export for other programs…`} />
      </FormLine>
      <FormLine label={t`Form of the export`} hint={aboutForm(kind)}>
        <Select
          name={t`Form of the export`}
          value={kind}
          onChange={(value) => setKind(FORMS.find((form) => form === value) ?? kind)}
        >
          {FORMS.map((form) => (
            <option key={form} value={form}>
              {formName(form)}
            </option>
          ))}
        </Select>
      </FormLine>
      <FormLine label={t`Lines from outside`} hint={t`in that export; other programs can’t tell them from yours`}>
        <Select
          name={t`Lines from outside`}
          value={untrusted}
          onChange={(value) => setChosen(Untrusted.catch(untrusted).parse(value))}
        >
          {Untrusted.options.map((each) => (
            <option key={each} value={each}>
              {untrustedName(each)}
            </option>
          ))}
        </Select>
      </FormLine>
    </>
  )
}

function formName(form: Form): string {
  switch (form) {
    case 'claude-code':
      return t`Claude Code’s memory`
    case 'agents-md':
      return t`Section of AGENTS.md`
    case 'prompt':
      return t`Text to paste`
    case 'zip':
      return t`Zip archive`
  }
}

function aboutForm(form: Form): string {
  switch (form) {
    case 'claude-code':
      return t`a folder with an index and notes, as Claude Code keeps them`
    case 'agents-md':
      return t`into AGENTS.md, CLAUDE.md or another file; the rest of it stays as it is`
    case 'prompt':
      return t`for a conversation with any other assistant`
    case 'zip':
      return t`the files as they are, in one file`
  }
}

function untrustedName(untrusted: Untrusted): string {
  switch (untrusted) {
    case 'keep':
      return t`Like all others`
    case 'mark':
      return t`Marked`
    case 'leave-out':
      return t`Left out`
  }
}

function ExportButton({ what, name }: { readonly what: ExportWhat; readonly name: string }) {
  const running = useExport((state) => state.running)
  return (
    <Button
      small
      icon={Download}
      busy={running?.kind === what.kind}
      disabled={running !== null}
      aria-label={name}
      onClick={() => beginExport(what)}
    >
      <Trans>Export…</Trans>
    </Button>
  )
}
