import { t } from '@lingui/core/macro'
import type { Commit } from '../../shared/commit.ts'
import { factsText } from '../format/language.ts'
import { verbSentence } from '../format/verbs.ts'
import { entryMenu, groupMenu } from '../memory-parts/commit-menu.ts'
import { useMarked } from '../state/marked-store.ts'
import { useUndoneBy } from '../state/undone-store.ts'
import { ContextMenu, type ContextMenuPlace } from '../ui/ContextMenu.tsx'
import type { TimelineRow } from './group.ts'
import { useSource } from './use-source.ts'

interface RowMenuProps {
  readonly place: ContextMenuPlace
  readonly onClose: () => void
  readonly returnFocus: () => void
}

/** The menu of a row: of its change, or of all changes of its group. */
export function RowMenu({ row, ...props }: RowMenuProps & { readonly row: TimelineRow }) {
  if (row.kind === 'entry') return <EntryMenu commit={row.commit} {...props} />
  const [newest] = row.kind === 'group' ? row.group.commits : []
  return row.kind === 'group' && newest !== undefined ? (
    <GroupMenu commits={row.group.commits} newest={newest} {...props} />
  ) : null
}

function EntryMenu({ commit, ...props }: RowMenuProps & { readonly commit: Commit }) {
  const undoneBy = useUndoneBy(commit)
  const picked = useMarked(({ marked }) => marked.has(commit.id))
  const title = verbSentence(commit)
  return <ContextMenu {...props} name={t`Menu for “${title}”`} items={entryMenu(commit, undoneBy, picked)} />
}

interface GroupMenuProps extends RowMenuProps {
  readonly commits: readonly Commit[]
  readonly newest: Commit
}

function GroupMenu({ commits, newest, ...props }: GroupMenuProps) {
  const { name, sub } = useSource(newest)
  const picked = useMarked(({ marked }) => commits.every(({ id, changeCount }) => changeCount === 0 || marked.has(id)))
  const title = factsText([name, sub])
  return <ContextMenu {...props} name={t`Menu for “${title}”`} items={groupMenu(commits, picked)} />
}
