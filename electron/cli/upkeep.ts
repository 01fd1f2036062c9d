import { english } from '../../shared/messages/english.ts'
import type { Findings } from '../../shared/upkeep.ts'
import type { Core } from '../core.ts'
import { jsonLine, print, printLine } from './output.ts'
import { type Place, withCore } from './place.ts'

/** Lists what in the memory needs attention, with --json its fixes, too. Changes nothing. */
export async function upkeep(place: Place, { json = false }: { readonly json?: boolean }): Promise<void> {
  await withCore(place, async (core) => {
    const found = await look(core)
    if (json) {
      for (const finding of found.list) await print(jsonLine(finding))
      return
    }
    for (const { path, line, what, text } of found.list) {
      await printLine(`${path}${line === null ? '' : `:${line}`}  ${english(what)}`)
      if (text.trim() !== '') await printLine(`    ${text.trim()}`)
    }
    if (found.total > found.list.length) await print(`The first ${found.list.length} of ${found.total} are listed.\n`)
    if (found.total === 0) await print('Nothing needs attention.\n')
    if (found.dismissed > 0) await print(`${found.dismissed} more were dismissed.\n`)
  })
}

async function look(core: Core): Promise<Findings> {
  for await (const step of core.upkeep.findings()) if (step.kind === 'done') return step.findings
  return { of: null, list: [], total: 0, dismissed: 0 }
}
