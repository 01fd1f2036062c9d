import { assertNever } from '../../../shared/assert-never.ts'
import type { AppState } from '../../state/app-store.ts'
import type { KnownProgram, ListedAgent } from './agent-list.ts'
import { ConnectSheet } from './ConnectSheet.tsx'
import { FolderSheet } from './FolderSheet.tsx'
import { MemoryHomeSheet } from './MemoryHomeSheet.tsx'
import { OtherProgramSheet } from './OtherProgramSheet.tsx'
import { UndoSheet } from './UndoSheet.tsx'

/** What is asked about another agent. */
export type AgentDialog =
  | { readonly kind: 'connect' | 'disconnect'; readonly program: KnownProgram }
  | { readonly kind: 'folder' | 'undo'; readonly agent: ListedAgent }
  | { readonly kind: 'memory-home' | 'other' }

interface AgentSheetProps {
  readonly dialog: AgentDialog
  readonly app: AppState
  readonly onClose: () => void
}

export function AgentSheet({ dialog, app, onClose }: AgentSheetProps) {
  switch (dialog.kind) {
    case 'connect':
    case 'disconnect':
      return <ConnectSheet program={dialog.program} connects={dialog.kind === 'connect'} onClose={onClose} />
    case 'folder':
      return <FolderSheet agent={dialog.agent} onClose={onClose} />
    case 'undo':
      return <UndoSheet agent={dialog.agent} onClose={onClose} />
    case 'memory-home':
      return <MemoryHomeSheet onClose={onClose} />
    case 'other':
      return <OtherProgramSheet app={app} onClose={onClose} />
    default:
      return assertNever(dialog)
  }
}
