import type { ObjectId } from '../../../shared/change.ts'
import type { Message } from '../../../shared/messages/message.ts'
import { say } from '../../../shared/messages/say.ts'
import { join, nameOf } from '../../disk/relative-path.ts'
import { DIRECTORY } from '../git/objects.ts'
import { ignoreReason } from '../paths.ts'
import type { Repository } from '../repo/repository.ts'

const GITLINK = '160000'
/** By these git changes more of a file than its line ends; see refuseUnadoptable. */
const ATTRIBUTE = /^(?!#)[^\n]*?\s(?:(filter|working-tree-encoding)=|(ident)(?:\s|$))/m

/** What is in a tree that no memory may have, so that the folder could not be opened again; null for nothing. */
export function whyTreeIsRefused({ trees, objects }: Repository, tree: ObjectId): Message | null {
  const visit = (id: ObjectId, folder: string): Message | null => {
    for (const { name, mode, id: child } of trees.entries(id)) {
      const path = join(folder, name)
      if (mode === GITLINK) return say('sync-submodule')
      if (mode === DIRECTORY) {
        const why = visit(child, path)
        if (why !== null) return why
      } else if (ignoreReason(path) !== null) return say('sync-file-name', { path })
      else if (nameOf(path) === '.gitattributes') {
        const [, named, other] = ATTRIBUTE.exec(objects.readIfThere(child)?.toString('utf8') ?? '') ?? []
        const attribute = named ?? other
        if (attribute !== undefined) return say('sync-attribute', { attribute })
      }
    }
    return null
  }
  return visit(tree, '')
}
