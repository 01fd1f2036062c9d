import { byPolicy } from '../../shared/origin.ts'
import type { Expiring, WaitingUndo } from '../../shared/waiting.ts'
import type { StoreMethods } from '../memory/store-interface.ts'
import type { WaitingList } from './waiting-list.ts'

/**
 * Undoes what the user kept until a day before this one, each as a commit of the policies. Where the same text changed
 * since, the user decides what stays; what cannot be written now is tried again.
 * @returns whether there was something
 */
export async function expireKept(
  store: Pick<StoreMethods, 'undo'>,
  waiting: WaitingList,
  today: string,
): Promise<boolean> {
  const due = (await waiting.list()).filter((each) => each.kind === 'expiring').filter(({ until }) => until < today)
  for (const entry of due) {
    const outcome = await store.undo(entry.what, byPolicy('undo')).catch(() => null)
    if (outcome === null) continue
    if (outcome.kind === 'conflict') await waiting.replace(undoOf(entry))
    else if (outcome.kind !== 'refused' || outcome.reason.id === 'nothing-to-undo') await waiting.drop(entry.id)
  }
  return due.length > 0
}

const undoOf = ({ id, at, what, path }: Expiring): WaitingUndo => ({
  kind: 'undo',
  id,
  at,
  what,
  isRedo: false,
  paths: [path],
  files: 1,
  choices: {},
})
