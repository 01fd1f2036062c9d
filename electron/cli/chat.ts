import { AppError } from '../../shared/errors.ts'
import type { TurnEvent } from '../../shared/events.ts'
import type { ProviderId } from '../../shared/settings.ts'
import { print } from './output.ts'
import { printable, withCore, type Place } from './place.ts'

export interface ChatOptions {
  readonly prompt: string
  readonly conversation?: string
  readonly provider?: ProviderId
  readonly baseUrl?: string
  readonly model?: string
  readonly json?: boolean
}

/** One turn: the text as it streams, or with --json one event of the contract a line. Ctrl-C stops it cleanly. */
export async function chat(
  place: Place,
  { prompt, conversation, provider, baseUrl, model, json = false }: ChatOptions,
): Promise<void> {
  await withCore(place, async (core) => {
    const seen: TurnEvent[] = []
    let ended: Extract<TurnEvent, { type: 'turn.ended' }> | null = null
    core.on((event) => {
      if (!('turn' in event)) return
      seen.push(event)
      const text = json ? `${JSON.stringify(event)}\n` : event.type === 'text.streamed' ? printable(event.text) : ''
      // Nobody reads any more, so nobody waits for the rest of the answer either.
      print(text).catch(() => core.stop(event.conversation))
      if (event.type === 'turn.ended') ended = event
    })
    const { id } = await core.send({ id: conversation, text: prompt, provider, baseUrl, model })
    const stop = (): void => void core.stop(id)
    process.on('SIGINT', stop)
    process.on('SIGTERM', stop)
    await core.finished(id)
    if (!json) await print('\n')
    report(ended, json ? null : id)
  })
}

function report(ended: Extract<TurnEvent, { type: 'turn.ended' }> | null, id: string | null): void {
  if (ended === null)
    throw new AppError('bad-request', 'The turn did not end. Look at the conversation again before you go on.')
  if (ended.kind === 'stopped') process.exitCode = 130
  else if (ended.kind !== 'done' && ended.kind !== 'max_tokens')
    throw new AppError('bad-request', ended.reason ?? 'The model did not finish its answer.')
  if (ended.kind === 'max_tokens') process.stderr.write('The answer was cut: the model reached its limit.\n')
  if (id !== null) process.stderr.write(`conversation ${id}\n`)
}
