import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Check, FolderOpen, Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { AgentMemories } from '../memory-parts/AgentMemories.tsx'
import { Example } from '../memory-parts/Example.tsx'
import { type AppState, changeSettings } from '../state/app-store.ts'
import { importFiles, type PendingImport } from '../state/import-store.ts'
import { addStore, useAgentFolders } from '../state/stores-store.ts'
import { Button } from '../ui/Button.tsx'
import { useKeys } from '../ui/keys.ts'
import { BringIn } from './BringIn.tsx'
import { ChooseModel } from './ChooseModel.tsx'
import { firstChoice, keepModel, type ModelChoice } from './model-choice.ts'

/** Shown once: where the memory lives, which model answers, and what to begin with. Every step has its answer already. */
export function FirstRun({ app }: { readonly app: AppState }) {
  const [model, setModel] = useState<ModelChoice>(() => firstChoice(app))
  const [chosen, setChosen] = useState<PendingImport | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const begin = async (): Promise<void> => {
    if (busy) return
    setBusy(true)
    const refused = (await keepModel(model)) ?? (chosen === null ? null : await importFiles(chosen, 'skip'))
    setProblem(refused)
    if (refused === null) await changeSettings({ welcomed: true })
    setBusy(false)
  }
  useKeys({ 'mod+enter': () => void begin() }, true)
  return (
    <div className="first-run">
      <main aria-label={t`Set up`} className="scroll" data-pane tabIndex={-1}>
        <h1>Variorum</h1>
        <p className="ld">
          <Trans>See what your agent remembers and where each line came from. Undo any of it.</Trans>
        </p>
        <Step number={1} head={t`A folder for the memory`} done>
          <p className="hp">
            <Trans>A folder of plain text with an ordinary git repository in it. It stays if you remove the app.</Trans>
          </p>
          <Folder app={app} />
          <OtherMemories />
        </Step>
        <Step number={2} head={t`A model to talk to`}>
          <p className="hp">
            <Trans>You can change the model in any conversation.</Trans>
          </p>
          <ChooseModel app={app} choice={model} choose={setModel} />
        </Step>
        <Step number={3} head={t`Bring something in`} aside={t`optional`}>
          <BringIn chosen={chosen} choose={setChosen} />
        </Step>
        {problem !== null && (
          <p role="alert" className="bad">
            {problem}
          </p>
        )}
        <div className="row begin-row">
          <Button variant="pri" keys="mod+enter" busy={busy} onClick={() => void begin()}>
            <Trans>Begin</Trans>
          </Button>
          <Button variant="q" disabled={busy} onClick={() => void changeSettings({ welcomed: true })}>
            <Trans>Skip</Trans>
          </Button>
          <span className="ink3">
            <Trans>The model gets only what you say and what the agent reads.</Trans>
          </span>
        </div>
      </main>
      <aside aria-label={t`Example`}>
        <Example />
      </aside>
    </div>
  )
}

interface StepProps {
  readonly number: number
  readonly head: string
  readonly aside?: string
  readonly done?: boolean
  readonly children: ReactNode
}

function Step({ number, head, aside, done = false, children }: StepProps) {
  return (
    <section className="st" aria-label={t`Step ${number}: ${head}`}>
      <span className="n" aria-hidden>
        {number}
      </span>
      <div>
        <h2>
          {head}
          {done && <Check className="i s good" aria-hidden />}
          {aside !== undefined && <span className="ink3">{aside}</span>}
        </h2>
        {children}
      </div>
    </section>
  )
}

/** The folder is there already; another one is added like any store. */
function Folder({ app }: { readonly app: AppState }) {
  const folder = app.stores.list.find(({ isOpen }) => isOpen)?.folder ?? app.store.folder
  return (
    <div className="row">
      <span className="in mono grow cut" title={folder}>
        <FolderOpen className="i s" aria-hidden />
        <span className="cut">{folder}</span>
      </span>
      <Button onClick={() => void addStore()}>
        <Trans>Choose…</Trans>
      </Button>
    </div>
  )
}

/** What other agents keep is looked for only when the user asks. */
function OtherMemories() {
  const { found, isLooking, problem, look } = useAgentFolders(false)
  return (
    <>
      <div className="row" role="status">
        <Button variant="q" small icon={Search} busy={isLooking} onClick={look}>
          <Trans>Look for other agents’ memories</Trans>
        </Button>
        {found?.folders.length === 0 && (
          <span className="ink3">
            <Trans>No other agent keeps a memory here.</Trans>
          </span>
        )}
        {problem !== null && <span className="bad">{problem}</span>}
      </div>
      <AgentMemories found={found} />
    </>
  )
}
