import type { StorePath } from '../../shared/change.ts'
import type { Message } from '../../shared/messages/message.ts'
import { say } from '../../shared/messages/say.ts'
import type { Origin } from '../../shared/origin.ts'
import { MAX_PATHS_TOLD, type RefusedWrite } from '../../shared/waiting.ts'
import { toolPath } from '../memory/paths.ts'
import { sourceOf } from './holding-writes.ts'
import type { WaitingList } from './waiting-list.ts'

interface Answered {
  readonly origin: Origin
  /** What the agent looked at; `null` for another command. */
  readonly path: StorePath | '' | null
  /** It was shown what is there. */
  readonly isShown: boolean
}

/**
 * What agents are told of writes that the user decides about: that one waits where they look, but nothing of its text;
 * and once, what became of their own that the user did not save. Where an agent is shown nothing, it is told of its own
 * alone.
 */
export function newsOfHeld(waiting: Pick<WaitingList, 'list' | 'drop'>) {
  return async ({ origin, path, isShown }: Answered): Promise<readonly Message[]> => {
    const entries = await waiting.list()
    const isOwn = (by: Origin): boolean => sourceOf(by) === sourceOf(origin)
    const refused = entries.filter((each) => each.kind === 'refused').filter((each) => isOwn(each.origin))
    for (const { id } of refused) await waiting.drop(id)
    const here = entries.flatMap((each) => {
      if (each.kind !== 'write' || path === null) return []
      const paths = each.files.map((file) => file.path)
      if (!isOwn(each.origin)) return isShown ? paths.filter((at) => at === path) : []
      return paths.filter((at) => path === '' || at === path || at.startsWith(`${path}/`))
    })
    return [...refused.map(refusalNote), ...(here.length === 0 ? [] : [say('write-waits', { paths: listed(here) })])]
  }
}

function refusalNote({ paths, reason }: RefusedWrite): Message {
  const told = { paths: listed(paths) }
  return reason === '' ? say('write-was-refused', told) : say('write-was-refused-because', { ...told, reason })
}

const listed = (paths: readonly string[]): string =>
  [...new Set(paths)]
    .slice(0, MAX_PATHS_TOLD)
    .map((path) => toolPath(path))
    .join(', ')
