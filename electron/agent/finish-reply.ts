import type { Ulid } from '../../shared/change.ts'
import type { RequestUsage } from '../../shared/usage.ts'
import type { ArrivingCall } from './arriving-calls.ts'
import { objectIn } from './json-text.ts'
import { usageFrom } from './reply-usage.ts'
import type { ArrivingReply, Excess, Refusal } from './reply.ts'
import type { ReplyBlock } from './wire.ts'

// What an answer comes to, once nothing more of it arrives.

/** A tool call that arrived completely. */
export interface RequestedCall {
  /** Our own id; servers repeat theirs. */
  readonly call: Ulid
  readonly toolUse: string
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
  /** Why it must not be carried out, for the model; `null` when it may. */
  readonly refusal: string | null
}

export interface Reply {
  /** What is stored and sent back to the model: text as far as it arrived, everything else only if complete. */
  readonly content: readonly ReplyBlock[]
  readonly calls: readonly RequestedCall[]
  readonly usage: RequestUsage
  readonly stopReason: string | null
  readonly refusal: Refusal | null
  /** The server said that it is complete: what breaks after that takes nothing away. */
  readonly isWhole: boolean
  readonly excess: Excess | null
}

export function finishReply(arrived: ArrivingReply, newId: () => Ulid): Reply {
  const { counts, refusal, isWhole, excess } = arrived
  const stopReason = isWhole ? arrived.stopReason : null
  const content: ReplyBlock[] = []
  const calls: RequestedCall[] = []
  const told: ArrivingCall[] = []
  /** Something is kept in another form than the model wrote: what it thought after that cannot be sent back. */
  let isMended = false
  for (const part of arrived.parts) {
    switch (part.kind) {
      case 'text':
        if (part.text !== '') content.push({ type: 'text', text: part.text })
        break
      case 'thought': {
        const block = { type: 'thinking', thinking: part.text, signature: part.signature } as const
        const isEmpty = part.text === '' && part.signature === ''
        if ((part.isOver || isWhole) && !isMended && !isEmpty) content.push(block)
        else content.push(...shownOnly(block))
        break
      }
      case 'block':
        if ((part.isOver || isWhole) && !isMended) content.push(part.block)
        break
      case 'call': {
        // None of an answer beyond the limits is carried out, and what it asks for may be as large.
        if (excess !== null || !(isWhole || part.call.isWhole)) break
        if (told.some((other) => part.call.isAgain(other))) break
        told.push(part.call)
        const { signature } = part.call
        if (signature !== '' && !isMended) content.push({ type: 'thinking', thinking: '', signature })
        const call = readCall(part.call, newId(), calls)
        isMended ||= call.isMended
        calls.push(call)
        content.push({ type: 'tool_use', id: call.toolUse, name: call.name, input: { ...call.input } })
        break
      }
    }
  }
  return { content, calls, usage: usageFrom(counts), stopReason, refusal, isWhole, excess }
}

/** A block that cannot be sent back: a thought must be whole, and come after exactly what it was written after. */
export function shownOnly(block: ReplyBlock): readonly ReplyBlock[] {
  return block.type === 'thinking' && block.thinking !== ''
    ? [{ type: 'shown_thinking', thinking: block.thinking }]
    : []
}

/** Many times what a model asks for at once; the model may ask for the rest in its next answer. */
const MAX_CALLS = 256
/** As OpenAI has it; others allow more. */
const MAX_NAME_CHARACTERS = 64
const MAX_ID_CHARACTERS = 256
/** A call without a name cannot be sent back, so it gets one. */
const UNNAMED = 'unnamed'

const NO_NAME = 'the call came without the name of its tool. The one tool is named memory. Send the call again.'
const NO_INPUT = 'the call came without its input. Send the call again.'
const NO_OBJECT =
  "the call's input was not a JSON object. It stands there as it arrived, under unreadable_input. Send the call again."
const TOO_MANY = `an answer can have ${MAX_CALLS} calls, and this one comes after them. Send it again.`

function readCall(
  { id, name: sent, text }: ArrivingCall,
  call: Ulid,
  earlier: readonly RequestedCall[],
): RequestedCall & { readonly isMended: boolean } {
  const isUsableId =
    /^[\w-]+$/.test(id) && id.length <= MAX_ID_CHARACTERS && !earlier.some(({ toolUse }) => toolUse === id)
  // Services refuse any other name when it is sent back.
  const name = sent.replace(/[^\w-]/g, '_').slice(0, MAX_NAME_CHARACTERS) || UNNAMED
  const input = text.trim() === '' ? {} : objectIn(text)
  // A server may have written an empty object before it lost the rest; and the memory has no command without parameters.
  const isEmpty = name === 'memory' && input !== null && Object.keys(input).length === 0
  const why =
    sent === ''
      ? NO_NAME
      : isEmpty
        ? NO_INPUT
        : input === null
          ? NO_OBJECT
          : earlier.length >= MAX_CALLS
            ? TOO_MANY
            : null
  return {
    call,
    toolUse: isUsableId ? id : `toolu_${call}`,
    name,
    input: input ?? unreadable(text),
    refusal: why === null ? null : `Error: Not executed: ${why}`,
    isMended: !isUsableId || name !== sent || input === null,
  }
}

const MAX_UNREADABLE_CHARACTERS = 2000

/**
 * What the model is shown of an input that is no object. Both formats want an object there (the OpenAI format the text of
 * one, and servers that put it into a template fail on any other), so its text is in one: with an empty object the model
 * would see a call that it did not send.
 */
function unreadable(text: string): Readonly<Record<string, unknown>> {
  return { unreadable_input: text.slice(0, MAX_UNREADABLE_CHARACTERS).toWellFormed() }
}
