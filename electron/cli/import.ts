import type { ImportedConversations, ImportKind, ImportProposal, LeftOut } from '../../shared/import.ts'
import { english } from '../../shared/messages/english.ts'
import { jsonLine, print, printLine } from './output.ts'
import { type Place, printable, withCore } from './place.ts'

export interface ImportOptions {
  readonly as?: ImportKind
  readonly into?: string
  readonly conversations?: boolean
  readonly dryRun?: boolean
  readonly json?: boolean
}

/** Reads what the user brings in, and lets it wait as one proposal. Ctrl+C stops it, and then nothing was written. */
export async function importPaths(place: Place, paths: readonly string[], options: ImportOptions): Promise<void> {
  const { as, into = '', conversations = false, dryRun: isRehearsal = false, json = false } = options
  const stopping = new AbortController()
  const stop = (): void => stopping.abort()
  process.once('SIGINT', stop)
  try {
    await withCore({ ...place, creates: true }, async (core) => {
      const how = { as, into, conversations, isRehearsal, signal: stopping.signal }
      const { proposal, conversations: came } = await core.imports.bringIn(paths, how)
      if (json)
        return print(jsonLine({ ...answerOf(proposal, isRehearsal), ...(came && { conversations: toldOf(came) }) }))
      await printProposal(proposal, isRehearsal)
      if (came !== null) await printConversations(came, isRehearsal)
    })
  } finally {
    process.off('SIGINT', stop)
  }
}

/** `proposal` is the id to accept or refuse; null where nothing waits. */
function answerOf({ id, sources, files }: ImportProposal, isRehearsal: boolean): object {
  return {
    proposal: isRehearsal || files.length === 0 ? null : id,
    sources: sources.map(({ name, leftOut, ...source }) => ({
      path: name,
      ...source,
      leftOut: leftOut.map(({ what, why, count }) => ({ what, why: english(why), count })),
    })),
  }
}

const toldOf = ({ leftOut, ...counts }: ImportedConversations): object => ({
  ...counts,
  leftOut: leftOut.map(({ what, why }) => ({ what, why: english(why) })),
})

async function printProposal({ id, sources, files }: ImportProposal, isRehearsal: boolean): Promise<void> {
  for (const { name, kind, found, proposed, folded, leftOut, vanished } of sources) {
    const counts = `${found} found, ${proposed} new, ${folded} known already`
    await print(printable(`${name} (${kind}): ${counts}\n`))
    for (const each of leftOut) await printLeftOut(each)
    for (const what of vanished) await print(printable(`  no longer there  ${what}\n`))
  }
  for (const { path } of files) await print(printable(`  ${isRehearsal ? 'would add' : 'waits'}  ${path}\n`))
  if (files.length === 0) await printLine('nothing new')
  else if (!isRehearsal) await printLine(`variorum accept ${id}`)
}

async function printConversations(
  { found, added, known, leftOut }: ImportedConversations,
  isRehearsal: boolean,
): Promise<void> {
  const counts = `${found} found, ${added} ${isRehearsal ? 'would be added' : 'added'}, ${known} known already`
  await printLine(`conversations: ${counts}`)
  for (const each of leftOut) await printLeftOut(each)
}

const printLeftOut = ({ what, why, count = 1 }: LeftOut): Promise<void> =>
  print(printable(`  left out  ${what}${count === 1 ? '' : ` (${count})`}: ${english(why)}\n`))
