import { readdir } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { expect, onTestFinished, test } from 'vitest'
import type { NextStep, TurnEnd } from '../../shared/conversation.ts'
import { english } from '../../shared/messages/english.ts'
import { CompatibleServer } from '../../shared/settings.ts'
import { saying } from '../../testing/saying.ts'
import { PATIENCE } from './ask.ts'
import type { Fetch } from './providers/guarded-fetch.ts'
import { NO_REDACTION } from './redactor.ts'
import {
  answers,
  breaksAfter,
  callBlock,
  end,
  fails,
  type ReceivedRequest,
  says,
  type Script,
  send,
  sendsWithoutEnd,
  START,
  startModelServer,
  framed,
  textBlock,
  type WireEvent,
} from './testing/model-server.ts'
import { type Scene, setScene } from './testing/scene.ts'

// What can go wrong between a message and its answer: the right sentence, the right next steps, and a conversation that
// goes on afterwards.

const KEY = 'entered-0123456789'
const KEPT = 'Your message is kept and the memory is intact.'
const HOUR_MS = 3_600_000

interface Case {
  /** What the server does, each of the times it is asked. */
  readonly does?: Script
  /** What the network does instead of reaching it. */
  readonly network?: () => Promise<Response>
  /** How often the model is asked. */
  readonly asked?: number
  readonly kind?: TurnEnd
  /** The sentence, or what tells it from others. */
  readonly says: string | RegExp | null
  readonly next?: readonly NextStep[]
  /** What the thread shows of the answer. */
  readonly shows?: string
  readonly isOfficial?: boolean
}

const error = (status: number, type: string, message: string, headers = {}): Script =>
  fails(status, type, message, { 'retry-after-ms': '', ...headers })
const json = (status: number, body: unknown): Script => answers(status, 'application/json', JSON.stringify(body))
const failsWith = (cause: object) => (): Promise<never> =>
  Promise.reject(new TypeError('fetch failed', { cause: Object.assign(new Error('x'), cause) }))
const chromium = (name: string) => (): Promise<never> => Promise.reject(new Error(`net::${name}`))
const half = [START, ...textBlock(0, 'Half a sen').slice(0, 2)]
const streamError = (message: object | string): WireEvent => ({ type: 'error', error: message })
const block = (type: string, fields: object, index = 0): readonly WireEvent[] => [
  { type: 'content_block_start', index, content_block: { type, ...fields } },
  { type: 'content_block_stop', index },
]
const retry = ['retry'] as const
const settings = ['settings', 'retry'] as const
const network = ['retry', 'settings'] as const

const WHAT_A_SERVICE_SAYS: Readonly<Record<string, Case>> = {
  'a message that is rejected': {
    does: error(400, 'invalid_request_error', 'messages.0: bad image'),
    says: /^The server at 127\.0\.0\.1:\d+ rejected the message \(400\): messages\.0: bad image\. Your message is kept and the memory is intact\. Change the message and send it again, or use another model\.$/,
    next: ['edit', 'settings', 'retry'],
  },
  'words with the key, a path and a stack': {
    does: error(
      422,
      'x',
      `Bad ${KEY} or sk-other-0123456789 in /srv/models/app.py and C:\\models\\app.py\nTraceback (most recent call last):\n  File "/srv/app.py"`,
    ),
    says: 'rejected the message (422): Bad … or … in … and …. Your',
    next: ['edit', 'settings', 'retry'],
  },
  'a list of errors': {
    does: json(400, [{ error: { code: 400, message: 'No such field' } }]),
    says: 'rejected the message (400): No such field. Your',
    next: ['edit', 'settings', 'retry'],
  },
  'a wrong key': { does: error(401, 'authentication_error', 'x'), says: 'requires a valid key (401)', next: settings },
  'a key that may not': {
    does: error(403, 'permission_error', 'Not in your region'),
    says: 'doesn’t allow access to small (403): Not in your region.',
    next: settings,
  },
  'an account that was closed': {
    does: json(400, {
      error: { type: 'invalid_request_error', message: 'On hold', details: { error_code: 'organization_on_hold' } },
    }),
    says: 'doesn’t allow access to small (400): On hold.',
    next: settings,
  },
  'no such model': {
    does: error(404, 'not_found_error', 'x'),
    says: 'has no model named small (404)',
    next: settings,
  },
  'no such model, in the OpenAI format': {
    does: json(404, { error: { message: 'x', type: 'invalid_request_error', code: 'model_not_found' } }),
    says: 'has no model named small (404)',
    next: settings,
  },
  'no such page': {
    does: answers(404, 'text/plain', '404 page not found'),
    says: /doesn’t recognise this address or the model small \(404\).*speaks the OpenAI format.*LiteLLM/,
    next: settings,
  },
  'no such method': { does: json(405, { detail: 'Method Not Allowed' }), says: '(405)', next: settings },
  'no time left': { does: error(408, 'timeout_error', 'x'), asked: 3, says: 'didn’t finish in time (408)' },
  'another request in the way': { does: error(409, 'conflict_error', 'x'), asked: 3, says: 'another request (409)' },
  'too large a request': {
    does: error(413, 'request_too_large', 'x'),
    says: /^The conversation has become too long for the server at/,
    next: ['new-conversation', 'edit'],
  },
  'too many requests': {
    does: error(429, 'rate_limit_error', 'x'),
    asked: 3,
    says: `couldn’t answer: too many requests (429): x. ${KEPT} Try again in a moment.`,
  },
  'a fault': {
    does: error(500, 'api_error', 'Internal server error'),
    asked: 3,
    says: 'had an internal error (500). Your',
  },
  'a fault with words': {
    does: json(500, { error: 'model requires more system memory (5.6 GiB) than is available (3.1 GiB)' }),
    asked: 3,
    says: 'had an internal error (500): model requires more system memory (5.6 GiB) than is available (3.1 GiB). Your',
  },
  'a gateway that finds nobody': {
    does: answers(502, 'text/html', '<html><h1>Bad Gateway</h1></html>'),
    asked: 3,
    says: 'had an internal error (502): Bad Gateway. Your',
  },
  'a service that is not available': { does: answers(503, null, ''), asked: 3, says: 'is overloaded (503)' },
  overload: { does: error(529, 'overloaded_error', 'Overloaded'), asked: 3, says: 'is overloaded (529). Your' },
  'a fault that will not pass': {
    does: error(500, 'api_error', 'x', { 'x-should-retry': 'false' }),
    says: 'had an internal error (500)',
  },
  'a bill that is not paid': {
    does: error(402, 'billing_error', 'x'),
    says: `didn’t answer: the account has no credit left (402): x. ${KEPT} Add credit`,
    next: network,
  },
  'no credit': {
    does: error(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.'),
    says: 'no credit left (400)',
    next: network,
  },
  'no quota': {
    does: json(429, {
      error: { message: 'You exceeded your current quota, please check your plan', type: 'insufficient_quota' },
    }),
    says: 'no credit left (429)',
    next: network,
  },
  'a limit by the minute that sounds like a quota': {
    does: json(429, [{ error: { code: 429, message: 'You exceeded your current quota. Please retry in 31s.' } }]),
    asked: 3,
    says: 'too many requests (429)',
  },
  'a spending limit': {
    does: json(429, {
      error: { type: 'rate_limit_error', message: 'x', details: { error_code: 'enforced_spend_limit_reached' } },
    }),
    says: 'reached its spending limit (429)',
    next: network,
  },
  'a limit that the user set': {
    does: error(
      400,
      'invalid_request_error',
      'You have reached your specified API usage limits. You will regain access on 2026-12-01.',
    ),
    says: 'reached its spending limit (400)',
    next: network,
  },
  'too long a prompt': {
    does: error(400, 'invalid_request_error', 'prompt is too long: 210000 tokens > 200000 maximum'),
    says: 'too long for the server at 127.0.0.1',
    next: ['new-conversation', 'edit'],
  },
  'too long a prompt, with its numbers': {
    does: error(
      400,
      'invalid_request_error',
      'input length and `max_tokens` exceed context limit: 190000 + 21333 > 200000',
    ),
    says: '(400): 211,333 tokens; the limit is 200,000. Your',
    next: ['new-conversation', 'edit'],
  },
  'too long a prompt for llama.cpp': {
    does: json(400, {
      error: {
        code: 400,
        message: 'the request exceeds the available context size.',
        type: 'exceed_context_size_error',
        n_prompt_tokens: 14_429,
        n_ctx: 8192,
      },
    }),
    says: '(400): 14,429 tokens; the limit is 8,192. Your',
    next: ['new-conversation', 'edit'],
  },
  'too long a prompt, in the OpenAI format': {
    does: json(400, {
      error: {
        message:
          "This model's maximum context length is 4097 tokens. However, you requested 4120 tokens (3120 in the messages, 1000 in the completion).",
        type: 'invalid_request_error',
        code: 'context_length_exceeded',
      },
    }),
    says: '(400): 4,120 tokens; the limit is 4,097. Your',
    next: ['new-conversation', 'edit'],
  },
  'thoughts that no longer verify': {
    does: error(400, 'invalid_request_error', 'messages.1.content.0: Invalid `signature` in `thinking` block'),
    says: 'no longer accepts its own earlier thoughts in this conversation (400)',
    next: ['retry', 'new-conversation'],
  },
  'thoughts of another conversation': {
    does: error(400, 'invalid_request_error', 'The block is bound to a different conversation'),
    says: 'no longer accepts its own earlier thoughts',
    next: ['retry', 'new-conversation'],
  },
  'an error in the stream before anything': {
    does: breaksAfter('ends', streamError({ type: 'overloaded_error', message: 'Overloaded' })),
    asked: 3,
    says: 'couldn’t answer: the service is overloaded. Your',
  },
  'an error in the stream after half an answer': {
    does: breaksAfter('ends', ...half, streamError({ type: 'overloaded_error', message: 'Overloaded' })),
    says: 'couldn’t answer: the service is overloaded. Your',
    next: ['continue', 'retry'],
    shows: 'Half a sen',
  },
  'an error in the stream without a name': {
    does: breaksAfter('ends', START, streamError({ message: 'CUDA out of memory' })),
    says: 'couldn’t answer: the service had an internal error: CUDA out of memory. Your',
  },
  'an error in the stream under an unknown name': {
    does: breaksAfter('ends', streamError({ type: 'slot_busy', message: 'Come back later' })),
    says: 'couldn’t answer: the service had an internal error: Come back later.',
  },
  'an error in the stream about the message': {
    does: breaksAfter('ends', streamError({ type: 'invalid_request_error', message: 'bad image' })),
    says: 'rejected the message: bad image.',
    next: ['edit', 'settings', 'retry'],
  },
  'an error in the stream that is only words': {
    does: breaksAfter('ends', START, streamError('CUDA out of memory')),
    says: 'couldn’t answer: the service had an internal error: CUDA out of memory. Your',
  },
  'an error in the stream that is no event': {
    does: answers(200, 'text/event-stream', `data: {"error":{"message":"CUDA out of memory ${KEY}"}}\n\n`),
    says: 'couldn’t answer: the service had an internal error: CUDA out of memory …. Your',
  },
}

const HOW_LONG_TO_WAIT: Readonly<Record<string, Case>> = {
  'an hour in seconds': {
    does: error(429, 'rate_limit_error', 'x', { 'retry-after': '3600' }),
    says: 'Try again in an hour.',
  },
  'an hour in milliseconds': {
    does: error(429, 'rate_limit_error', 'x', { 'retry-after-ms': '3600000' }),
    says: 'Try again in an hour.',
  },
  'an hour as a date': {
    does: (response, request) =>
      error(429, 'rate_limit_error', 'x', { 'retry-after': new Date(Date.now() + HOUR_MS).toUTCString() })(
        response,
        request,
      ),
    says: 'Try again in an hour.',
  },
  'a date by a clock that is a year behind': {
    does: error(429, 'rate_limit_error', 'x', {
      date: 'Wed, 01 Jan 2020 00:00:00 GMT',
      'retry-after': 'Wed, 01 Jan 2020 00:00:40 GMT',
    }),
    says: 'Try again in 40 seconds.',
  },
  'a date in another century': {
    does: error(503, 'x', 'x', { 'retry-after': 'Fri, 01 Jan 2100 00:00:00 GMT' }),
    says: 'Try again in a day or more.',
  },
  'ten seconds': {
    does: error(529, 'overloaded_error', 'x', { 'retry-after': '10' }),
    asked: 3,
    says: 'in 10 seconds.',
  },
  'no time at all': {
    does: error(529, 'overloaded_error', 'x', { 'retry-after': 'soon' }),
    asked: 3,
    says: 'in a moment.',
  },
}

const WHAT_IS_NO_ANSWER: Readonly<Record<string, Case>> = {
  'a page that wants a sign-in': {
    does: answers(200, 'text/html', '<!doctype html><title>Hotel</title>'),
    says: /^A web page came back instead of an answer from the server at 127\.0\.0\.1:\d+\. Your message is kept.*sign in: open any page in a browser/,
    next: network,
  },
  'a page without a type': { does: answers(200, null, '\n <html>'), says: 'A web page came back', next: network },
  'a network that says it wants a sign-in': {
    does: answers(511, 'text/html', '<a>'),
    says: 'A web page came back',
    next: network,
  },
  'nothing, and says so': { does: answers(204, null, ''), says: 'sent an empty answer', next: network },
  'an empty answer': { does: answers(200, null, ''), says: 'sent an empty answer', next: network },
  'a document instead of a stream': {
    does: json(200, { name: 'llama', message: 'Welcome to <b>this</b> server' }),
    says: 'other than an answer in the Messages format: Welcome to this server. Your',
    next: settings,
  },
  'an error with a good status': {
    does: json(200, { error: { type: 'overloaded_error', message: 'x' } }),
    asked: 3,
    says: 'the service is overloaded: x. Your',
  },
  'lines of JSON': {
    does: answers(200, 'application/x-ndjson', '{"done":false}\n{"done":true}\n'),
    says: 'other than an answer in the',
    next: settings,
  },
  'the stream of another format': {
    does: answers(
      200,
      'text/event-stream',
      `data: {"object":"chat.completion.chunk","choices":[]}\n\ndata: [DONE]\n\n`,
    ),
    says: 'replied in a format that Variorum can’t read.',
    next: settings,
  },
  'an event that never ends': {
    does: async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('event: content_block_delta\ndata: {"x":"')
      await sendsWithoutEnd(response, 'x'.repeat(1024 ** 2))
    },
    says: 'was cut off',
  },
  'a stream of nothing': { does: answers(200, 'text/event-stream', ''), says: 'was cut off' },
  'another address, permanently': {
    does: answers(302, null, '', { location: 'https://elsewhere.example/login' }),
    says: 'tried to redirect the request to elsewhere.example. Nothing was sent there',
    next: settings,
  },
  'another address, with the message': {
    does: answers(307, null, '', { location: 'https://elsewhere.example/v1/messages' }),
    says: 'tried to redirect the request to elsewhere.example. Nothing was sent there',
    next: settings,
  },
}

const UNTRUSTED = 'this computer doesn’t trust its certificate. Your company may inspect traffic'
const WHAT_THE_NETWORK_DOES: Readonly<Record<string, Case>> = {
  'nobody is there': {
    network: failsWith({ code: 'ECONNREFUSED' }),
    asked: 3,
    says: 'can’t be reached. Your message is kept',
    next: network,
  },
  'nobody is there, in Chromium': {
    network: chromium('ERR_CONNECTION_REFUSED'),
    asked: 3,
    says: 'can’t be reached',
    next: network,
  },
  'a computer that is off': {
    network: failsWith({ code: 'EHOSTUNREACH' }),
    asked: 3,
    says: 'can’t be reached. Your message is kept',
    next: network,
  },
  'a computer that is off, in Chromium': {
    network: chromium('ERR_ADDRESS_UNREACHABLE'),
    asked: 3,
    says: 'can’t be reached',
    next: network,
  },
  'a reset before the answer': {
    does: (response) => void response.socket?.resetAndDestroy(),
    asked: 3,
    says: 'can’t be reached',
    next: network,
  },
  'no such name': {
    network: failsWith({ code: 'ENOTFOUND' }),
    says: 'can’t be reached: there is no network, or no computer with that name.',
    next: settings,
  },
  'no such name, in Chromium': {
    network: chromium('ERR_NAME_NOT_RESOLVED'),
    says: 'no computer with that name',
    next: settings,
  },
  'no such name for Claude': {
    network: failsWith({ code: 'ENOTFOUND' }),
    isOfficial: true,
    says: /^No network\. You can still read/,
  },
  'no route': { network: failsWith({ code: 'ENETUNREACH' }), says: /^No network\. You can still read/ },
  'no network, in Chromium': {
    network: chromium('ERR_INTERNET_DISCONNECTED'),
    says: /^No network\. You can still read/,
  },
  'a certificate nobody knows': {
    network: failsWith({ code: 'SELF_SIGNED_CERT_IN_CHAIN' }),
    says: UNTRUSTED,
    next: network,
  },
  'a certificate nobody knows, in Chromium': {
    network: chromium('ERR_CERT_AUTHORITY_INVALID'),
    says: UNTRUSTED,
    next: network,
  },
  'a certificate of yesterday': {
    network: failsWith({ code: 'CERT_HAS_EXPIRED' }),
    says: 'isn’t valid today',
    next: network,
  },
  'a certificate of yesterday, in Chromium': {
    network: chromium('ERR_CERT_DATE_INVALID'),
    says: 'isn’t valid today',
    next: network,
  },
  "another server's certificate": {
    network: failsWith({ code: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
    says: 'belongs to another name',
    next: network,
  },
  "another server's certificate, in Chromium": {
    network: chromium('ERR_CERT_COMMON_NAME_INVALID'),
    says: 'another name',
    next: network,
  },
  'no encryption': {
    network: failsWith({ code: 'ERR_SSL_WRONG_VERSION_NUMBER' }),
    says: 'doesn’t support https',
    next: settings,
  },
  'no encryption, in Chromium': {
    network: chromium('ERR_SSL_PROTOCOL_ERROR'),
    says: 'doesn’t support https',
    next: settings,
  },
  'a proxy that wants a sign-in': {
    network: failsWith({ code: 'ERR_PROXY_AUTH_REQUESTED' }),
    says: 'The network’s proxy requires you to sign in (407)',
    next: network,
  },
  'a proxy that wants a sign-in, in Chromium': {
    network: chromium('ERR_PROXY_AUTH_UNSUPPORTED'),
    says: 'requires you to sign in',
    next: network,
  },
  'a proxy that answers itself': {
    network: async () => new Response('x', { status: 407 }),
    says: 'requires you to sign in',
    next: network,
  },
  'a proxy that lets nothing through': {
    network: chromium('ERR_TUNNEL_CONNECTION_FAILED'),
    says: 'didn’t let the request through',
    next: network,
  },
  'no answer begins': { does: () => undefined, says: 'didn’t start answering in time' },
  'an answer begins and stops': {
    does: (response) => send(response, ...half),
    says: 'was cut off',
    next: ['continue', 'retry'],
    shows: 'Half a sen',
  },
  'an answer ends half way': {
    does: breaksAfter('ends', ...half),
    says: 'was cut off',
    next: ['continue', 'retry'],
    shows: 'Half a sen',
  },
  'an answer is reset half way': {
    does: breaksAfter('resets', ...half),
    says: 'was cut off',
    next: ['continue', 'retry'],
    shows: 'Half a sen',
  },
  'a call is reset half way': {
    does: breaksAfter(
      'resets',
      START,
      ...callBlock(0, 't', { command: 'create', path: '/memories/a.md', file_text: 'a' }).slice(0, 2),
    ),
    says: 'was cut off',
  },
  'a reset after the reason to stop': {
    does: breaksAfter('resets', START, ...textBlock(0, 'All of it.'), ...end('end_turn').slice(0, 1)),
    kind: 'done',
    says: null,
    next: [],
    shows: 'All of it.',
  },
}

const WHAT_A_MODEL_DOES: Readonly<Record<string, Case>> = {
  nothing: {
    does: says('end_turn'),
    says: 'The model sent an empty answer. Your message is kept. Retry, or ask another model.',
  },
  'a blank': { does: says('end_turn', textBlock(0, ' \n')), says: 'The model sent an empty answer.' },
  'only thoughts': {
    does: says('end_turn', block('thinking', { thinking: 'hm', signature: 's' })),
    says: 'The model finished thinking but gave no answer.',
  },
  'only what nobody knows': { does: says('end_turn', block('hologram', {})), says: 'sent an empty answer' },
  'no call, though it stopped for one': {
    does: says('tool_use'),
    says: 'wanted to use a tool, but its call didn’t arrive',
  },
  'pauses forever': { does: says('pause_turn'), asked: 3, says: 'paused 3 times in a row without continuing' },
  'summaries forever': {
    isOfficial: true,
    does: says('compaction', block('compaction', { content: 'What came before.' })),
    asked: 3,
    says: 'paused 3 times in a row without continuing',
  },
  'a refusal': {
    does: says('refusal', textBlock(0, 'No.')),
    kind: 'refused',
    says: 'The model declined to answer. Your message will be left out of what the model is sent from now on; rephrase it, or ask something else.',
    next: ['edit', 'retry'],
    shows: 'No.',
  },
  'a refusal with its reasons': {
    does: (response) =>
      void (
        send(response, START, {
          type: 'message_delta',
          delta: {
            stop_reason: 'refusal',
            stop_details: { type: 'refusal', category: 'cyber', explanation: 'Not this.' },
          },
        }),
        response.end()
      ),
    kind: 'refused',
    says: 'declined to answer because an answer may help someone attack computer systems. It said: “Not this.” Your message will be left out',
    next: ['edit', 'retry'],
  },
  'a reason to stop that nobody knows': {
    does: says('content_filter', textBlock(0, 'Well,')),
    says: 'stopped for a reason Variorum doesn’t recognise: content_filter.',
    shows: 'Well,',
  },
  'an answer at its maximum length': {
    does: says('max_tokens', textBlock(0, 'Half')),
    kind: 'max_tokens',
    says: 'reached its maximum length',
    next: ['continue', 'retry'],
    shows: 'Half',
  },
  'a full context': {
    does: says('model_context_window_exceeded', textBlock(0, 'Half')),
    kind: 'max_tokens',
    says: 'too long for the model',
    next: ['new-conversation', 'edit'],
    shows: 'Half',
  },
}

const GOOD = { kind: 'done', says: null, next: [] } as const
const WHAT_IS_BORNE: Readonly<Record<string, Case>> = {
  'bytes one by one': {
    ...GOOD,
    does: async (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (const byte of bytesOf(START, ...textBlock(0, 'Grüße 👋'), ...end('end_turn')))
        response.write(Buffer.of(byte))
      response.end()
    },
    shows: 'Grüße 👋',
  },
  'a compressed stream': {
    ...GOOD,
    does: answers(200, 'text/event-stream', gzipSync(bytesOf(START, ...textBlock(0, 'ok'), ...end('end_turn'))), {
      'content-encoding': 'gzip',
    }),
    shows: 'ok',
  },
  'a stream that does not say it is one': {
    ...GOOD,
    does: answers(200, 'application/json', bytesOf(START, ...textBlock(0, 'ok'), ...end('end_turn'))),
    shows: 'ok',
  },
  'unknown blocks and events': {
    ...GOOD,
    does: says('end_turn', [{ type: 'aurora' }], block('hologram', {}), textBlock(1, 'ok')),
    shows: 'ok',
  },
  'blocks out of order, and a second beginning': {
    ...GOOD,
    does: says('end_turn', textBlock(7, 'one '), [START], textBlock(2, 'two')),
    shows: 'one two',
  },
  'a look at the memory, and nothing to say about it': {
    ...GOOD,
    asked: 2,
    does: (response, request) =>
      (request.body.messages.length === 1
        ? says('tool_use', callBlock(0, 't', { command: 'view', path: '/memories' }))
        : says('end_turn'))(response, request),
  },
  'a call without a name': {
    ...GOOD,
    asked: 2,
    does: (response, request) =>
      (request.body.messages.length === 1
        ? says('tool_use', block('tool_use', { id: 't', input: { command: 'view' } }))
        : says('end_turn', textBlock(0, 'Well.')))(response, request),
    shows: 'Well.',
  },
  'a whole answer instead of a stream': {
    ...GOOD,
    does: json(200, { type: 'message', content: [{ type: 'text', text: 'Hi' }] }),
    shows: 'Hi',
  },
  'a whole answer that says it is a stream': {
    ...GOOD,
    does: answers(
      200,
      'text/event-stream',
      JSON.stringify({ type: 'message', content: [{ type: 'text', text: 'Hi' }], stop_reason: 'end_turn' }, null, 2),
    ),
    shows: 'Hi',
  },
  'no reason to stop': {
    ...GOOD,
    does: breaksAfter('ends', START, ...textBlock(0, 'ok'), { type: 'message_stop' }),
    shows: 'ok',
  },
}

function bytesOf(...events: readonly WireEvent[]): Buffer {
  return Buffer.from(events.map(framed).join(''))
}

const ALL = [
  WHAT_A_SERVICE_SAYS,
  HOW_LONG_TO_WAIT,
  WHAT_IS_NO_ANSWER,
  WHAT_THE_NETWORK_DOES,
  WHAT_A_MODEL_DOES,
  WHAT_IS_BORNE,
]
const ok = says('end_turn', textBlock(0, 'ok'))
/** Long enough for a busy machine to answer, short enough to wait for. */
const TIMEOUT_MS = 500

/** One conversation with a service that behaves like this until it is asked the next message. */
async function play(
  one: Case,
): Promise<{ readonly scene: Scene; readonly id: string; readonly requests: readonly ReceivedRequest[] }> {
  const { does = ok, asked = 1, network: broken, isOfficial = false } = one
  const server = await startModelServer(...Array.from({ length: broken === undefined ? asked : 0 }, () => does), ok)
  onTestFinished(() => server.close())
  let sent = 0
  const reach: Fetch = async (url, init) => {
    // Whoever fails to answer does not list its models either.
    if (init?.method?.toUpperCase() === 'GET') return new Response(null, { status: 404 })
    sent += 1
    if (broken !== undefined && sent <= asked) return broken()
    return fetch(isOfficial || sent > asked ? `${server.url}${new URL(url).pathname}` : url, init)
  }
  const scene = await setScene({
    settings: {
      provider: isOfficial ? 'anthropic' : 'compatible',
      compatible: CompatibleServer.parse({ preset: 'other', baseUrl: server.url, model: 'small' }),
    },
    network: { fetch: reach, timeoutMs: TIMEOUT_MS },
    patience: { ...PATIENCE, pause: async () => undefined },
  })
  await scene.agent.models.setKey(isOfficial ? 'anthropic' : 'compatible', KEY)
  const id = await scene.say('Hello')
  expect(sent).toBe(Math.max(asked, 1))
  return { scene, id, requests: server.requests }
}

test.each(ALL.flatMap(Object.entries<Case>))('%s', async (_, one) => {
  const { kind = 'failed', next = retry, shows = '' } = one
  const { scene, id, requests } = await play(one)
  const ended = scene.events.at(-1)
  expect(ended).toMatchObject({ type: 'turn.ended', kind, next })
  const reason = ended?.type === 'turn.ended' ? ended.reason : null
  if (one.says === null) expect(reason).toBeNull()
  else if (typeof one.says === 'string') expect(reason).toEqual(saying(one.says))
  else expect(reason).toEqual(saying(one.says))
  expect((reason === null ? '' : english(reason)).length).toBeLessThan(600)

  const opened = await scene.agent.conversations.open(id)
  expect(opened?.transcript[0]?.end).toMatchObject({ kind, next, reason })
  const texts = opened?.transcript[0]?.parts.flatMap((part) => (part.kind === 'text' ? part.text : [])).join('')
  expect(texts?.trim()).toBe(shows)
  await scene.say('And now?', id)
  expect(scene.events.at(-1)).toMatchObject({ type: 'turn.ended', kind: 'done', turn: 2 })
  expectSound(requests.at(-1))

  expect(JSON.stringify(scene.events)).not.toMatch(
    /entered-0|sk-other|\/(?:srv|home|tmp|var|usr|work)\/|[A-Z]:\\|Traceback|node_modules\/|\.[jt]s:\d/,
  )
  expect((await scene.store.history({})).commits).toEqual([])
  expect((await readdir(scene.dir)).filter((name) => !name.startsWith('.'))).toEqual([])
})

/** What the real service refuses. */
function expectSound(request: ReceivedRequest | undefined): void {
  const messages = request?.body.messages ?? []
  expect(messages.map(({ role }) => role)).toEqual(messages.map((_, at) => (at % 2 === 0 ? 'user' : 'assistant')))
  expect(messages.length % 2).toBe(1)
  for (const { content } of messages) {
    expect(content.length).toBeGreaterThan(0)
    for (const { type, text } of content) expect(type !== 'text' || String(text).trim() !== '').toBe(true)
  }
}

test('what a service quotes is kept redacted', async () => {
  const server = await startModelServer(error(400, 'invalid_request_error', 'Your PIN 4711 is no JSON'))
  onTestFinished(() => server.close())
  const scene = await setScene({
    settings: {
      provider: 'compatible',
      compatible: CompatibleServer.parse({ preset: 'other', baseUrl: server.url, model: 'small' }),
    },
    redactor: { ...NO_REDACTION, redact: (text) => text.replaceAll('4711', '[redacted]') },
  })
  const id = await scene.say('Hello')
  const reason = saying('rejected the message (400): Your PIN [redacted] is no JSON.')
  expect(scene.events.at(-1)).toMatchObject({ reason })
  expect((await scene.agent.conversations.open(id))?.transcript[0]?.end).toMatchObject({ reason })
})
