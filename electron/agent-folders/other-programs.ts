import * as nodePath from 'node:path'
import type { Message } from '../../shared/messages/message.ts'
import { isTable } from '../connect/config-format.ts'
import { codeInsiders, PROGRAMS, type System } from '../connect/programs.ts'
import type { Candidate, Candidates } from './candidate.ts'
import { entriesIn, readSettings } from './reading.ts'

const MEMORY = 'memory'

/** Gemini CLI has a folder for each project, under a name that it keeps a list of. */
export async function geminiMemories(system: System): Promise<Candidates> {
  const notes: Message[] = []
  const note = (message: Message): void => void notes.push(message)
  const base = PROGRAMS.gemini.signs.folder(system)
  const list = (await readSettings(nodePath.join(base, 'projects.json'), true, note))?.projects
  const named = Object.entries(isTable(list) ? list : {})
  const folders = (await entriesIn(nodePath.join(base, 'tmp'), note)).filter(
    (entry) => entry.isDirectory() || entry.isSymbolicLink(),
  )
  const candidates = folders.map(({ name }): Candidate => {
    return {
      program: 'gemini',
      programName: PROGRAMS.gemini.name,
      folder: nodePath.join(base, 'tmp', name, MEMORY),
      base,
      projects: named.flatMap(([project, id]) => (id === name ? [project] : [])),
      projectId: name,
      isUsual: true,
      notes: [],
    }
  })
  return { candidates, notes }
}

/** The programs with one memory for all projects. */
export function sharedMemories(system: System): Candidates {
  const one = (
    program: 'codex' | 'vscode',
    programName: string,
    base: string,
    ...names: readonly string[]
  ): Candidate => {
    const folder = nodePath.join(base, ...names)
    return { program, programName, folder, base, projects: [], projectId: null, isUsual: true, notes: [] }
  }
  const inCode = ['globalStorage', 'github.copilot-chat', 'memory-tool', 'memories']
  const { codex, vscode } = PROGRAMS
  return {
    candidates: [
      one('codex', codex.name, codex.signs.folder(system), 'memories'),
      one('vscode', vscode.name, vscode.signs.folder(system), ...inCode),
      one('vscode', `${vscode.name} Insiders`, codeInsiders(system), ...inCode),
    ],
    notes: [],
  }
}
