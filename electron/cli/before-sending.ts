import { createInterface } from 'node:readline/promises'
import { AppError } from '../../shared/errors.ts'
import { verbatim } from '../../shared/messages/say.ts'
import type { MessageCheck, Secrets } from '../../shared/policy-state.ts'
import { printable } from './place.ts'

interface Wish {
  readonly sendRedacted?: boolean | undefined
  readonly sendAsIs?: boolean | undefined
}

/** What becomes of a message in which the policies find something: as the options say, else as the terminal says. */
export async function decideSecrets(
  { rules }: MessageCheck,
  { sendRedacted = false, sendAsIs = false }: Wish,
): Promise<Secrets | 'not' | undefined> {
  if (sendRedacted && sendAsIs)
    throw new AppError('bad-request', verbatim('Choose either --send-redacted or --send-as-is. Nothing was sent.'))
  if (rules.length === 0) return undefined
  if (sendRedacted) return 'redact'
  if (sendAsIs) return 'keep'
  const found = `The message contains what looks like a secret: ${printable(rules.join(', '))}.`
  if (!process.stdin.isTTY)
    throw new AppError(
      'bad-request',
      verbatim(
        `Not sent. ${found} Use --send-redacted, or --send-as-is if the model and the conversation may have the secret.`,
      ),
    )
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    const answer = await terminal.question(`${found}\nSend it (r)edacted, (a)s it is, or (n)ot at all? [r] `)
    return choiceOf(answer)
  } finally {
    terminal.close()
  }
}

/** Nothing but a clear "a" sends it as it is. */
export function choiceOf(answer: string): Secrets | 'not' {
  const letter = answer.trim().toLowerCase().slice(0, 1)
  if (letter === 'a') return 'keep'
  return letter === '' || letter === 'r' ? 'redact' : 'not'
}
