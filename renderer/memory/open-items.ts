import { t } from '@lingui/core/macro'
import { ExternalLink, FolderOpen } from 'lucide-react'
import { canBeOpened } from '../../shared/openable.ts'
import { api } from '../state/api.ts'
import { useApp } from '../state/app-store.ts'
import { attempt } from '../state/attempt.ts'
import type { MenuItem } from '../ui/Menu.tsx'

/** Ways out to the other programs of this computer; none where the door has no way to start them. */
export function openItems(path: string, isFile: boolean): readonly MenuItem[] {
  if (useApp.getState().app?.canOpen !== true) return []
  const show = { label: t`Show in the file manager`, icon: FolderOpen, run: () => open(path, 'folder') }
  if (!isFile || !canBeOpened(path)) return [show]
  return [{ label: t`Open in another program`, icon: ExternalLink, run: () => open(path, 'program') }, show]
}

function open(path: string, where: 'program' | 'folder'): void {
  void attempt(() => api.memory.openOutside.mutate({ path, where }))
}
