import { CHATGPT } from './kinds/chatgpt.ts'
import { CLAUDE_CODE } from './kinds/claude-code.ts'
import { CLAUDE } from './kinds/claude.ts'
import { CODEX } from './kinds/codex.ts'
import { FOLDER } from './kinds/folder.ts'
import { MEM0 } from './kinds/mem0.ts'
import { RULES } from './kinds/rules.ts'
import { SERVER_MEMORY } from './kinds/server-memory.ts'
import { TEXT } from './kinds/text.ts'
import { VAULT } from './kinds/vault.ts'
import { VSCODE } from './kinds/vscode.ts'
import type { Kind, Source } from './source.ts'

/** Every format, in the order in which they are tried: what has signs of its own comes before what fits almost anything. */
export const KINDS: readonly Kind[] = [
  CLAUDE,
  CHATGPT,
  SERVER_MEMORY,
  MEM0,
  CODEX,
  CLAUDE_CODE,
  VSCODE,
  VAULT,
  RULES,
  TEXT,
  FOLDER,
]

/** The first format that knows a source by its content; null if none does. */
export async function recognise(source: Source): Promise<Kind | null> {
  for (const kind of KINDS) {
    if (await kind.recognises(source)) return kind
  }
  return null
}
