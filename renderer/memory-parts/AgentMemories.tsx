import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useId, useState } from 'react'
import type { AgentFolder, AgentFolders } from '../../shared/agent-folders.ts'
import { atLeastFiles, files } from '../format/counts.ts'
import { factsText } from '../format/language.ts'
import { size } from '../format/sizes.ts'
import { when } from '../format/time.ts'
import { worded } from '../format/worded.ts'
import { useApp } from '../state/app-store.ts'
import { askAbout, openStore } from '../state/stores-store.ts'
import { Button } from '../ui/Button.tsx'

/** The memories that other agents keep on this computer, each to be added as a store. Nothing where there are none. */
export function AgentMemories({ found }: { readonly found: AgentFolders | null }) {
  const id = useId()
  if (found === null || found.folders.length === 0) return null
  return (
    <section className="agent-memories" aria-labelledby={id}>
      <h3 id={id}>
        <Trans>Other agents’ memories on this computer</Trans>
      </h3>
      <ul className="stores scroll" tabIndex={0} aria-labelledby={id}>
        {found.folders.map((each) => (
          <FoundRow key={`${each.programName} ${each.folder}`} found={each} />
        ))}
      </ul>
      {found.notes.map((note) => (
        <p key={worded(note)} className="meta">
          {worded(note)}
        </p>
      ))}
    </section>
  )
}

function FoundRow({ found }: { readonly found: AgentFolder }) {
  const { programName, name, project, projectId, folder, shown, isUsual, whyNot, notes } = found
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const add = async (): Promise<void> => {
    setBusy(true)
    setProblem(await askAbout(folder, isUsual))
    setBusy(false)
  }
  const said = [...(whyNot === null ? [] : [whyNot]), ...notes].map(worded)
  const whose = project ?? projectId
  return (
    <li aria-label={name}>
      <span className="grow">
        <b className="cut">{programName}</b>
        <span className="path cut" title={shown}>
          {whose ?? shown}
        </span>
        <small className="ink3">{contentsOf(found)}</small>
      </span>
      <StoreOf found={found} />
      {found.store === null && whyNot === null && (
        <Button small busy={busy} aria-label={t`Add ${name}…`} onClick={() => void add()}>
          <Trans context="to add a folder as a store">Add…</Trans>
        </Button>
      )}
      {said.map((text) => (
        <p key={text} className="note meta">
          {text}
        </p>
      ))}
      {problem !== null && (
        <p role="alert" className="note bad">
          {problem}
        </p>
      )}
    </li>
  )
}

/** The user's store in the folder. */
function StoreOf({ found }: { readonly found: AgentFolder }) {
  const store = useApp((state) => state.app?.stores.list.find(({ key }) => key === found.store))
  if (store === undefined) return null
  if (store.isOpen)
    return (
      <span className="badge agent">
        <Trans context="the store that is open">open</Trans>
      </span>
    )
  return (
    <Button small onClick={() => void openStore(store)}>
      <Trans>Open</Trans>
    </Button>
  )
}

function contentsOf({ contents }: AgentFolder): string {
  if (contents === null) return ''
  const { files: count, bytes, lastWrite, isComplete } = contents
  return factsText([
    isComplete ? files(count) : atLeastFiles(count),
    size(bytes),
    lastWrite !== null && t`last written ${when(lastWrite)}`,
  ])
}
