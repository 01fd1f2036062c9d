import { plural, t } from '@lingui/core/macro'
import {
  FileInput,
  FolderInput,
  GitMerge,
  type LucideIcon,
  MessageCircleQuestionMark,
  MonitorSmartphone,
  OctagonX,
  RectangleEllipsis,
  Scale,
  WandSparkles,
} from 'lucide-react'
import type { Device } from '../../shared/devices.ts'
import type { Waiting } from '../../shared/waiting.ts'
import { factsText, listText } from '../format/language.ts'
import { quantityText } from '../format/quantity-text.ts'
import { when } from '../format/time.ts'
import { deviceName, stoppedTitle, undoTitle, writerOf, writeTitle } from '../memory-parts/review-words.ts'
import { useDevice } from '../state/devices-store.ts'
import { waitingPath } from '../state/routes.ts'

const MAX_PATHS = 3

interface Told {
  readonly icon: LucideIcon
  readonly title: string
  readonly facts: string
}

/** Something that waits for the user to decide. */
export function WaitingRow({ waiting, isOpen }: { readonly waiting: Waiting; readonly isOpen: boolean }) {
  const other = useDevice(waiting.kind === 'write' ? waiting.conflict?.device : null)
  const { icon: Icon, title, facts } = toldOf(waiting, other)
  return (
    <li className={isOpen ? 'on' : undefined} aria-current={isOpen || undefined}>
      <Icon className="i lead bad" aria-hidden />
      <a className="t" href={`#${waitingPath(waiting)}`}>
        <span>{title}</span>
      </a>
      <div className="m">{facts}</div>
    </li>
  )
}

/** @param other the other device of a conflict */
function toldOf(waiting: Waiting, other: Device | undefined): Told {
  switch (waiting.kind) {
    case 'undo': {
      const { paths, files, at } = waiting
      const begun = t`started ${when(at)}`
      const where = files === 1 ? '' : paths.length < files ? factsText([...paths, '…']) : listText(paths)
      return { icon: GitMerge, title: undoTitle(waiting), facts: where === '' ? begun : `${where} · ${begun}` }
    }
    case 'write': {
      const { paths, at, origin } = waiting
      const title = writeTitle(waiting)
      if (waiting.conflict !== undefined)
        return { icon: GitMerge, title, facts: factsText([deviceName(other), when(at)]) }
      const facts = [waiting.says === null ? null : listText(paths.slice(0, MAX_PATHS)), writerOf(origin), when(at)]
      return { icon: MessageCircleQuestionMark, title, facts: factsText(facts) }
    }
    case 'stopped': {
      const { share, at } = waiting
      const facts = factsText([t`${quantityText(share, 'percent')} of the memory`, when(at)])
      return { icon: OctagonX, title: stoppedTitle(waiting), facts }
    }
    case 'import': {
      const { names, files, at } = waiting
      const facts = factsText([plural(files, { one: '# file', other: '# files' }), when(at)])
      return { icon: FileInput, title: t`Import: ${listText(names)}`, facts }
    }
    case 'tidy': {
      const { files, at } = waiting
      const title = plural(files, { one: 'Tidied: # file', other: 'Tidied: # files' })
      return { icon: WandSparkles, title, facts: t`proposed ${when(at)}` }
    }
    case 'file':
      return {
        icon: RectangleEllipsis,
        title: t`Another program saved a secret in ${waiting.path}`,
        facts: t`not in history: ${listText(waiting.rules)}`,
      }
    case 'policies':
      return {
        icon: Scale,
        title: t`Policies changed outside Variorum`,
        facts: t`Your previous policies apply until you accept the change.`,
      }
    case 'device':
      return {
        icon: MonitorSmartphone,
        title: t`New device: ${waiting.device.name}`,
        facts: t`compare its code: ${waiting.device.code}`,
      }
    case 'folder':
      return {
        icon: FolderInput,
        title: t`This folder came with settings or data`,
        facts: t`None of it is used until you trust it.`,
      }
  }
}
