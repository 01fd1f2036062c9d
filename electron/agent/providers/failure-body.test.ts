import { expect, test } from 'vitest'
import { readFailure } from './service-failure.ts'

const inner = { error: { message: 'Tools are not supported', type: 'invalid_request_error', code: 'no_tools' } }

const CASES: readonly (readonly [what: string, body: unknown, message: string | null, rest?: object])[] = [
  ['words', 'No such voice.', 'No such voice'],
  ['an index in a sentence', 'messages[1].content must be a string', 'messages[1].content must be a string'],
  ['an error of words', { error: 'No such voice' }, 'No such voice'],
  ['a message', { message: 'No such voice' }, 'No such voice'],
  ['a message of another name', { msg: 'No such voice', code: '1210' }, 'No such voice', { status: null }],
  ['yet another', { error_msg: 'No such voice', error_code: 17 }, 'No such voice', { status: null }],
  ['a sentence in another field', { status: 'No such voice' }, 'No such voice'],
  ['an error with its names', inner, 'Tools are not supported', { names: ['invalid_request_error', 'no_tools'] }],
  ['a list around it', [inner], 'Tools are not supported'],
  ['a list of errors', { errors: [{ message: 'One' }, { message: 'Two' }] }, 'One; Two'],
  ['a list of words', { message: ['One', 'Two'], error: 'Bad Request', statusCode: 400 }, 'Bad Request: One; Two'],
  ['a detail', { detail: 'No such voice' }, 'No such voice'],
  [
    'details with their places',
    { detail: [{ type: 'extra_forbidden', loc: ['body', 'seed'], msg: 'Not permitted', input: 'what was said' }] },
    'body.seed: Not permitted',
    { names: ['extra_forbidden'] },
  ],
  [
    'the same in a message',
    {
      object: 'error',
      message: { detail: [{ type: 'extra_forbidden', loc: ['body', 'messages', 2, 'x'], msg: 'Not permitted' }] },
      type: 'invalid_request_message_error',
    },
    'body.messages.2.x: Not permitted',
  ],
  ['an object as the message', { error: { message: { detail: 'No such voice' } } }, 'No such voice'],
  [
    'the error of another service as text',
    {
      error: {
        message: 'Provider returned error',
        code: 429,
        metadata: { raw: JSON.stringify(inner), provider_name: 'X' },
      },
    },
    'Provider returned error: Tools are not supported',
    { status: 429, names: ['invalid_request_error', 'no_tools'] },
  ],
  [
    'JSON after words',
    { error: `Upstream said 400 - ${JSON.stringify(inner)}` },
    'Upstream said 400: Tools are not supported',
  ],
  ['JSON as text', JSON.stringify(inner), 'Tools are not supported'],
  [
    'the same twice',
    { error: { message: 'Overdrawn' }, message: 'Overdrawn', detail: 'Overdrawn since May' },
    'Overdrawn since May',
  ],
  ['a name alone', { error: 'model_not_found' }, 'model_not_found', { names: ['model_not_found'] }],
  [
    'a name beside words',
    { error: 'not_found_error', message: 'No model' },
    'No model',
    { names: ['not_found_error'] },
  ],
  [
    'what is filtered',
    { error: { code: 'content_filter', message: 'Filtered', innererror: { code: 'Policy' } } },
    'Filtered',
  ],
  ['a page', '<html><head><title>502 Bad Gateway</title></head><body>nginx</body></html>', '502 Bad Gateway'],
  ['a page without a title', '<!DOCTYPE html><h1>Bad Gateway</h1>', 'Bad Gateway'],
  ['a page that says nothing', '<!DOCTYPE html><p></p>', null],
  ['XML', '<?xml version="1.0"?><Error><Code>NoKey</Code><Message>No such voice</Message></Error>', 'No such voice'],
  ['markup and controls', { error: 'No <b>such</b>\u001b[31m voice\u202e' }, 'No such [31m voice'],
  ['lines', { error: 'No\nsuch\r\n\tvoice' }, 'No such voice'],
  ['nothing', '', null],
  ['no words', { ok: false, code: 3, data: [null, {}] }, null],
  ['what was sent', { error: { input: 'My secret diary', request: { messages: ['My secret diary'] } } }, null],
]

test.each(CASES.map(([what, body, message, rest = {}]) => ({ what, body, message, rest })))(
  'the reason is found: $what',
  ({ body, message, rest }) => {
    expect(readFailure({ body, key: 'k' })).toMatchObject({ ...rest, message })
  },
)

test('a reason is short, whatever the body is', () => {
  const deep = JSON.parse(`${'{"error":'.repeat(5000)}"No such voice"${'}'.repeat(5000)}`)
  expect(readFailure({ body: deep, key: undefined }).message).toBeNull()
  for (const body of ['x '.repeat(30_000), { error: ['[{'.repeat(9000), '<'.repeat(60_000), 'y '.repeat(60_000)] }])
    expect(readFailure({ body, key: undefined }).message?.length).toBeLessThanOrEqual(301)
})
