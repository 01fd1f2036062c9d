import { AppError } from '../../shared/errors.ts'
import { say } from '../../shared/messages/say.ts'
import type { Adding } from '../../shared/stores.ts'
import type { Terminal } from './terminal.ts'

const WAIT_MS = 120_000

/**
 * Has a folder confirmed by the person at the terminal before it becomes a store: whoever got hold of the page's
 * session still cannot have Variorum write into the user's other folders. Throws a message unless it is confirmed.
 */
export async function confirmFolder(
  terminal: Terminal,
  folder: string,
  {
    trust = false,
    hidden = false,
    signal,
  }: Partial<Pick<Adding, 'trust' | 'hidden'>> & { readonly signal?: AbortSignal | undefined },
): Promise<void> {
  const trusted = trust ? 'It also wants to use the rules and instructions that came with this folder.\n' : ''
  const isHidden = hidden ? 'It is hidden, like the folders where programs keep settings and keys.\n' : ''
  const question = `The page wants to use this folder for a memory: ${visible(folder)}\n${isHidden}${trusted}Press Enter to allow it, or n and Enter to refuse.\n`
  const answer = await terminal.ask(question, { waitMs: WAIT_MS, signal })
  if (answer === 'yes') return
  throw new AppError('not-adoptable', REFUSALS[answer])
}

const REFUSALS = {
  no: say('folder-refused-in-terminal'),
  late: say('folder-not-confirmed-in-time'),
  absent: say('folder-needs-terminal'),
  withdrawn: say('folder-question-withdrawn'),
}

/** The name of a folder may contain anything: the terminal must not obey it, nor show it as another one. */
function visible(folder: string): string {
  return folder.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
