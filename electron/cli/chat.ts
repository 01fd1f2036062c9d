import type { Budget } from '../../shared/budget.ts'
import type { ToldLimit, Waiting } from '../../shared/conversation.ts'
import { AppError } from '../../shared/errors.ts'
import type { TurnEvent } from '../../shared/events.ts'
import { english } from '../../shared/messages/english.ts'
import { verbatim } from '../../shared/messages/say.ts'
import type { Format, KeyHeader } from '../../shared/presets.ts'
import type { ProviderId } from '../../shared/settings.ts'
import { amountsOf } from '../agent/limits.ts'
import { decideSecrets } from './before-sending.ts'
import { jsonLine, print } from './output.ts'
import { printable, withCore, type Place } from './place.ts'

export interface ChatOptions {
  readonly prompt: string
  readonly conversation?: string
  readonly at?: string
  readonly provider?: ProviderId
  readonly baseUrl?: string
  readonly format?: Format
  readonly keyHeader?: KeyHeader
  readonly model?: string
  readonly remember?: boolean
  readonly sendRedacted?: boolean
  readonly sendAsIs?: boolean
  readonly budgetDollars?: number
  readonly budgetRequests?: number
  readonly budgetMinutes?: number
  readonly json?: boolean
}

type TurnEnded = Extract<TurnEvent, { type: 'turn.ended' }>

/**
 * Runs one turn: prints the text as it streams, or with --json one event of the contract per line. Ctrl-C stops it
 * cleanly.
 */
export async function chat(
  place: Place,
  { prompt, conversation, at, json = false, budgetDollars, budgetRequests, budgetMinutes, ...options }: ChatOptions,
): Promise<void> {
  await withCore({ ...place, creates: true }, async (core) => {
    const { sendRedacted, sendAsIs, ...wish } = options
    const secrets = await decideSecrets(core.policies.checkMessage(prompt), { sendRedacted, sendAsIs })
    if (secrets === 'not') return
    let ended: TurnEnded | null = null
    core.on((event) => {
      if (!('turn' in event)) return
      if (!json && event.type === 'turn.waiting' && event.waiting !== null)
        process.stderr.write(`${printable(describeWait(event.waiting))}\n`)
      if (!json && event.type === 'limit.told') process.stderr.write(`${describeLimit(event)}\n`)
      if (!json && event.type === 'tool.returned' && event.call.state === 'failed' && event.call.result !== null)
        process.stderr.write(`${printable(event.call.result)}\n`)
      const text = json ? jsonLine(event) : event.type === 'text.streamed' ? printable(event.text) : ''
      // The reader is gone, so nothing waits for the rest of the answer.
      print(text).catch(() => core.stop(event.conversation))
      if (event.type === 'turn.ended') ended = event
    })
    const budget = given({ dollars: budgetDollars, requests: budgetRequests, minutes: budgetMinutes })
    const { id } = await core.send({ id: conversation, at, text: prompt, secrets, budget, ...wish })
    const stop = (): void => void core.stop(id)
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
    await core.finished(id)
    if (!json) await print('\n')
    report(ended, json ? null : id)
  })
}

type Limits = { readonly [limit in keyof Budget]: number | undefined }

/** The limits that are given; the others stay as they are. */
function given({ dollars, requests, minutes }: Limits): Partial<Budget> | undefined {
  if (dollars === undefined && requests === undefined && minutes === undefined) return undefined
  return {
    ...(dollars === undefined ? {} : { dollars }),
    ...(requests === undefined ? {} : { requests }),
    ...(minutes === undefined ? {} : { minutes }),
  }
}

function describeLimit(told: ToldLimit): string {
  switch (told.state) {
    case 'near':
      return `Most of the budget is used: ${english(amountsOf(told))}.`
    case 'used-up':
      return `The budget is used up: ${english(amountsOf(told))}. The model is asked to save its progress.`
    case 'unknown':
      return 'This model’s price is unknown, so the budget can’t be tracked in dollars. Add it in Settings.'
  }
}

function describeWait(waiting: Waiting): string {
  return waiting.kind === 'again'
    ? `${english(waiting.what)} Trying again (${waiting.attempt} of ${waiting.of})…`
    : 'Nothing has arrived for 2 minutes, but the connection is still open. Press Ctrl-C to stop.'
}

function report(ended: TurnEnded | null, id: string | null): void {
  if (ended === null)
    throw new AppError('bad-request', verbatim('The turn didn’t end. Look at the conversation before you continue.'))
  // Also of a turn that failed: it is continued by this id.
  if (id !== null) process.stderr.write(`conversation ${id}\n`)
  if (ended.kind === 'stopped') process.exitCode = 130
  else if (ended.kind !== 'done' && ended.kind !== 'max_tokens')
    throw new AppError('bad-request', ended.reason ?? verbatim('The model didn’t finish its answer.'))
  else if (ended.reason !== null) process.stderr.write(`${printable(english(ended.reason))}\n`)
}
