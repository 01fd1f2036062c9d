import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { useState } from 'react'
import { worded } from '../../format/worded.ts'
import { api, sentence } from '../../state/api.ts'
import { useQuery } from '../../state/use-query.ts'
import { CodeBlock } from '../../text/CodeBlock.tsx'
import { AskSheet } from '../../ui/AskSheet.tsx'
import { Button } from '../../ui/Button.tsx'
import { FormLine } from '../../ui/FormLine.tsx'
import { Select } from '../../ui/Select.tsx'
import { SheetActions } from '../../ui/SheetActions.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'

type Home = NonNullable<Awaited<ReturnType<typeof api.programs.memoryHome.look.query>>>

/** The choice that is no folder. */
const ALL = ''

/** Puts Claude Code's own memory into the open store, and takes that back. */
export function MemoryHomeSheet({ onClose }: { readonly onClose: () => void }) {
  const { answer: projects, problem } = useQuery('projects', '', () => api.programs.memoryHome.projects.query())
  const [chosen, setChosen] = useState<string | null>(null)
  const of = chosen ?? projects?.[0]?.folder ?? ALL
  return (
    <AskSheet title={t`Claude Code’s own memory`} onClose={onClose}>
      <p>
        <Trans>Claude Code keeps a memory of its own. In a folder of this store, it gets a history.</Trans>
      </p>
      {projects === undefined && problem === null && <Skeleton rows={3} />}
      {problem !== null && <p className="bad">{problem}</p>}
      {projects !== undefined && (
        <>
          <FormLine label={t`Project`}>
            <Select name={t`Project`} value={of} onChange={setChosen}>
              {projects.map(({ folder, shown }) => (
                <option key={folder} value={folder}>
                  {shown}
                </option>
              ))}
              <option value={ALL}>{t`All projects together`}</option>
            </Select>
          </FormLine>
          <HomeOf key={of} project={of === ALL ? null : of} onClose={onClose} />
        </>
      )}
    </AskSheet>
  )
}

function HomeOf({ project, onClose }: { readonly project: string | null; readonly onClose: () => void }) {
  const [changes, setChanges] = useState(0)
  const [busy, setBusy] = useState(false)
  const [said, setSaid] = useState<string | null>(null)
  const { answer: home, problem } = useQuery(`home ${String(project)}`, changes, () =>
    api.programs.memoryHome.look.query({ project }),
  )
  const act = async (work: () => Promise<string | null>): Promise<void> => {
    setBusy(true)
    try {
      setSaid(await work())
    } catch (error) {
      setSaid(sentence(error))
    }
    setChanges((count) => count + 1)
    setBusy(false)
  }
  const carryOut = async ({ change, diff }: Home): Promise<null> => {
    await api.programs.memoryHome.carryOut.mutate({ change: { project, change }, shown: diff })
    return null
  }
  const test = async (): Promise<string> => {
    const probe = await api.programs.memoryHome.test.mutate({ project })
    return probe.kind === 'works' ? t`It works: Claude Code keeps its memory there.` : worded(probe.why)
  }
  return (
    <>
      {home === undefined && problem === null && <Skeleton rows={3} />}
      {home === null && (
        <p>
          <Trans>Claude Code keeps it there already, by a setting that Variorum did not write.</Trans>
        </p>
      )}
      {home != null && <Shown home={home} />}
      <p role="status">{problem ?? said}</p>
      <SheetActions onCancel={onClose} isDone={home?.set != null}>
        {home?.set != null && (
          <Button busy={busy} onClick={() => void act(test)}>
            <Trans>Test</Trans>
          </Button>
        )}
        {home != null && (
          <Button variant="pri" busy={busy} onClick={() => void act(() => carryOut(home))}>
            {home.change === 'set' ? <Trans>Keep it here</Trans> : <Trans>Take it back</Trans>}
          </Button>
        )}
      </SheetActions>
    </>
  )
}

function Shown({ home }: { readonly home: Home }) {
  const { set, sources, diff, notes } = home
  return (
    <>
      <p>
        {set === null ? (
          <Trans>
            This changes <span className="path">{home.file}</span>. Everything else in it stays as it is, to the byte,
            and a copy of it is kept.
          </Trans>
        ) : (
          <Trans>
            It is in <span className="path">{set}</span>. Taking it back changes this:
          </Trans>
        )}
      </p>
      <CodeBlock code={diff}>{diff}</CodeBlock>
      {notes.map((note) => (
        <p key={note.id}>{worded(note)}</p>
      ))}
      <p className="ink3">
        <Trans>The first of these that names a folder wins:</Trans>
      </p>
      <ol className="ink3">
        {sources.map(({ shown, folder, wins, problem }) => (
          <li key={shown}>
            <span className="path">{shown}</span> {wins ? <b>{folder}</b> : (folder ?? t`no folder`)}
            {problem !== null && ` ${worded(problem)}`}
          </li>
        ))}
      </ol>
    </>
  )
}
