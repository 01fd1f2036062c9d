import type { AgentFolder, FolderContents } from '../../shared/agent-folders.ts'
import { counted, english, sizeText } from '../../shared/messages/english.ts'
import { agentFoldersHere } from '../other-agents.ts'
import { jsonLine, print, printLine } from './output.ts'
import { printable } from './place.ts'

/** Lists the memories that other agents keep on this computer. Opens and makes nothing. */
export async function agents({ json = false }: { readonly json?: boolean }): Promise<void> {
  const found = await agentFoldersHere(process.env)
  if (json) return print(jsonLine(found))
  if (found.folders.length === 0) await print('No other agent keeps a memory here.\n')
  for (const line of found.folders.flatMap(linesOf)) await printLine(printable(line))
  for (const note of found.notes) await printLine(printable(english(note)))
}

/** What it is, where it is, and what is to be known. */
function linesOf({
  programName,
  project,
  projectId,
  shown,
  contents,
  store,
  notes,
  whyNot,
}: AgentFolder): readonly string[] {
  const whose = project ?? projectId
  const said = [...(whyNot === null ? [] : [whyNot]), ...notes].map((note) => `  ${english(note)}`)
  return [
    `${programName}${whose === null ? '' : `  ${whose}`}  (${contents === null ? 'cannot tell' : amount(contents)})`,
    `  ${shown}${store === null ? '' : '  (a store already)'}`,
    ...said,
  ]
}

function amount({ files, bytes, lastWrite, isComplete }: FolderContents): string {
  const count = `${isComplete ? '' : 'at least '}${counted(files)} ${files === 1 ? 'file' : 'files'}, ${sizeText(bytes)}`
  return lastWrite === null ? count : `${count}, last written ${lastWrite}`
}
