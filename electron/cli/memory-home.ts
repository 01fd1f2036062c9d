import * as nodePath from 'node:path'
import { AppError } from '../../shared/errors.ts'
import { english } from '../../shared/messages/english.ts'
import { say } from '../../shared/messages/say.ts'
import type { Setting } from '../connect/connect.ts'
import { displayPath } from '../home.ts'
import { defaultStoreHere } from '../other-agents.ts'
import { print, printLine } from './output.ts'
import { callersFolder, existingFolderOf, printable, type Place } from './place.ts'

export interface MemoryHomeOptions {
  /** The folder of the project; the caller's, if left out. */
  readonly project?: string
  readonly allProjects?: boolean
  readonly dryRun?: boolean
  readonly remove?: boolean
  readonly test?: boolean
}

/** Sets in which folder of a store Claude Code keeps its own memory, or takes that back. */
export async function memoryHome({ system, home }: Setting, place: Place, options: MemoryHomeOptions): Promise<void> {
  // Loaded on use, so that the other commands start faster.
  const [{ carryOutHome, homeSet, planHome, planHomeRemoval }, { memorySettingsFile, projectOf }] = await Promise.all([
    import('../connect/memory-home.ts'),
    import('../connect/memory-settings.ts'),
  ])
  const named = nodePath.resolve(callersFolder(), options.project ?? '.')
  const project = options.allProjects === true ? null : await projectOf(system, named)
  if (project === null && options.allProjects !== true)
    throw new AppError('bad-request', say('memory-home-no-project', { folder: displayPath(named) }))
  if (options.test === true) {
    const folder = await homeSet({ system, home }, project)
    const file = memorySettingsFile(system, project).file.shown
    if (folder === null) throw new AppError('bad-request', say('memory-home-none', { file }))
    const { probeMemory } = await import('../connect/memory-probe.ts')
    const probe = await probeMemory(system, project ?? callersFolder(), folder)
    if (probe.kind === 'missing') return printLine(english(probe.why))
    if (probe.kind !== 'works') throw new AppError('bad-request', probe.why)
    return printLine(printable(`It works: Claude Code keeps its memory in ${displayPath(folder)}.`))
  }
  const store = (await existingFolderOf(place)) ?? (await defaultStoreHere(system.env))
  const planned =
    options.remove === true
      ? await planHomeRemoval({ system, home }, project)
      : await planHome({ system, home }, project, store)
  if (planned === null) {
    await print('Claude Code keeps its memory there already. Nothing was changed.\n')
    return order(system, project)
  }
  await print(printable(planned.diff))
  for (const note of planned.notes) await printLine(printable(english(note)))
  if (options.dryRun === true) return print('Nothing was changed. Without --dry-run, this is written.\n')
  const copy = await carryOutHome(home, planned)
  const { file } = planned.target
  await printLine(printable(planned.folder === null ? `Taken back, in ${file.shown}.` : `Set, in ${file.shown}.`))
  if (copy !== null) await printLine(printable(`The file as it was is kept in ${displayPath(copy)}.`))
  await order(system, project)
}

/** Which setting wins: the first one that names a folder. */
async function order(system: Setting['system'], project: string | null): Promise<void> {
  const [{ winnerOf }, { memorySources }] = await Promise.all([
    import('../connect/memory-home.ts'),
    import('../connect/memory-settings.ts'),
  ])
  const sources = await memorySources(system, project)
  const winner = winnerOf(sources)
  await print('The first of these that names a folder wins; “claude --settings” wins over files:\n')
  for (const source of sources) {
    const { shown, folder, problem } = source
    const mark = source === winner ? '*' : ' '
    await printLine(printable(`${mark} ${shown}: ${folder === null ? 'none' : displayPath(folder)}`))
    if (problem !== null) await printLine(printable(`    ${english(problem)}`))
  }
}
