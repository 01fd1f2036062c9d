/** Models and the services that answer for them. */
export const PROVIDERS = {
  'key-in-memory': 'Kept only until you close Variorum',
  'not-a-key':
    'This isn’t a key: a key has no spaces, line breaks or accented letters. Nothing was saved. Copy it again from where the service shows it.',
  'key-needs-address': 'Enter the server’s address before the key. Nothing was saved.',
  'demo-always-answers': 'The demo model always answers. It follows rules and sends nothing.',
  'key-from-environment': 'From the environment variable {name}',
  'claude-needs-key':
    'Claude needs a key. None was entered, and the environment variable ANTHROPIC_API_KEY isn’t set. Enter one in Settings, or use the demo model.',
  'preset-needs-key':
    '{name} needs a key. None was entered, and the environment variables VARIORUM_MODEL_KEY and VARIORUM_MODEL_URL aren’t both set. Enter one in Settings, or choose another model.',
  'key-over-http':
    'The model’s address begins with http:, so others on the network between you and {host} could read your key. Nothing was sent. Use an address that begins with https:, or forget the key if the server doesn’t need one.',
  'no-model-chosen':
    'No model is chosen for this server, so it doesn’t know which one should answer. Choose one of its models in Settings.',
  'address-not-url':
    'The model’s address isn’t a web address, so it can’t be used. Enter one like http://localhost:8080.',
  'address-with-password':
    'The model’s address contains a user name or password, and addresses are stored as plain text. Remove that part; if the server needs a key, enter it in its own field.',
  'address-needs-resource':
    'The model’s address still contains YOUR-RESOURCE-NAME. Replace it with the name of your Azure resource.',
  'try-no-answer-in-time':
    '{who} didn’t answer in time. Try again in a moment. If you run the server yourself, it may still be loading the model.',
  'try-key-missing': '{who} requires a key, and none was sent{code}. Enter one in Settings.',
  'try-key-refused': '{who} refused the key{code}. It’s wrong or no longer valid. Enter it again, or use another key.',
  'try-model-not-allowed': '{who} doesn’t allow access to {model}{code}. Choose another model, or use another key.',
  'try-unknown-model': '{who} has no model named {model}{code}. Choose another one from its list.',
  'try-busy': '{who} is running but can’t answer right now{code}. Try again in a moment.',
  'try-sign-in': 'This network requires you to sign in first{code}. Open any page in a browser, then try again.',
  'try-no-network':
    'No network. Claude can’t be reached; everything except the model works. Try again when the network is back.',
  'no-model-list':
    '{who} doesn’t list its models. Enter the model’s name yourself; “Test it” shows whether it answers.',
  'try-answers': '{who} answered, using {model}.',
  'try-unknown-model-plain': '{who} has no model named {model}. Choose another one from its list.',
  kept: 'Your message is kept and the memory is intact.',
  'model-at': 'The server at {host}',
  'the-model-at': 'the server at {host}',
  'model-at-this-address': 'The server at this address',
  'the-model-at-this-address': 'the server at this address',
  'demo-model': 'The demo model',
  'the-demo-model': 'the demo model',
  'no-network':
    'No network. You can still read, edit, undo and restore. {who} can answer again once you’re back online. {kept}',
  'unknown-host':
    '{who} can’t be reached: there is no network, or no computer with that name. Check the network and the address.',
  'then-kept': '{what} {kept}',
  'connection-failed': 'The connection failed.',
  'slow-to-begin':
    '{who} didn’t start answering in time. {kept} Try again in a moment. If you run the server yourself, it may still be loading the model.',
  'cut-off-by-service':
    '{who} was cut off in the middle of its answer. The part that arrived is kept and the memory is intact. Retry, or choose Continue to pick up where it stopped.',
  'answer-too-deep':
    '{who} sent something nested more deeply than any answer, so Variorum stopped reading it. {kept} Retry, or ask another model.',
  'key-refused': '{who} requires a valid key{code}. {kept} Check the key in Settings, then retry.',
  'model-not-allowed': '{who} doesn’t allow access to {model}{code}. {kept} Choose another model, or use another key.',
  'unknown-model': '{who} has no model named {model}{code}. {kept} Choose another model in Settings.',
  'unknown-endpoint':
    '{who} doesn’t recognise this address or the model {model}{code}. {kept} Check the address and the model in Settings. {advice}',
  'no-credit':
    '{who} didn’t answer: the account has no credit left{code}. {kept} Add credit on the service’s billing page, then retry; or use another model.',
  'spending-limit':
    '{who} didn’t answer: the account has reached its spending limit{code}. {kept} Raise the limit on the service’s billing page, or use another model.',
  'thoughts-refused':
    '{who} no longer accepts its own earlier thoughts in this conversation{code}. {kept} Begin a new conversation, or ask another model; your memory carries over.',
  'message-rejected':
    '{who} rejected the message{code}. {kept} Change the message and send it again, or use another model.',
  'because-overloaded': 'the service is overloaded',
  overloaded: 'Overloaded.',
  'because-too-many-requests': 'too many requests',
  'too-many-requests': 'Too many requests.',
  'because-late': 'the service didn’t finish in time',
  late: 'No answer in time.',
  'because-in-use': 'the service is busy with another request',
  'in-use': 'Busy with another request.',
  'because-fault': 'the service had an internal error',
  fault: 'The service had an internal error.',
  'service-stopped': '{who} couldn’t answer: {reason}{code}. {kept} Try again {when}.',
  'in-a-moment': 'in a moment',
  'in-seconds': '{count, plural, one {in a second} other {in # seconds}}',
  'in-minutes': '{count, plural, one {in a minute} other {in # minutes}}',
  'in-hours': '{count, plural, one {in an hour} other {in # hours}}',
  'in-a-day': 'in a day or more',
  'too-long-for-model':
    'The conversation has become too long for {who}{code}. {kept} Begin a new conversation; your memory carries over. If your last message is very long, shorten it.',
  'too-long-for-model-by':
    'The conversation has become too long for {who}{code}: {sent, number} tokens; the limit is {most, number}. {kept} Begin a new conversation; your memory carries over. If your last message is very long, shorten it.',
  'messages-format': 'the Messages format',
  'openai-format': 'the OpenAI format',
  'other-format-advice':
    'If the server speaks {other} instead, choose “Another server” and that format in Settings, or put LiteLLM in front of it.',
  'speaks-other-format':
    '{who} is running but doesn’t speak {format}. It speaks {other}: choose “Another server” and that format in Settings.',
  'wrong-format':
    '{who} answered, but not in {format}, so Variorum can’t use it this way. Update the server, or correct the address; enter it without {path}. {advice}',
  'page-answered':
    'A web page came back instead of an answer from {who}. {kept} This network may require you to sign in: open any page in a browser, then retry. If that doesn’t help, check the address in Settings.',
  'empty-answer': '{who} sent an empty answer. {kept} Retry; if that doesn’t help, check the address in Settings.',
  'strange-answer':
    '{who} sent something other than an answer in {format}{words}. {kept} Check the address in Settings; enter it without {path}. {advice}',
  'other-format-answer': '{who} replied in a format that Variorum can’t read. {kept} {advice}',
  redirected:
    '{who} tried to redirect the request to {to}. Nothing was sent there: your messages and key go only to the address in use. If this network requires you to sign in, open any page in a browser first; if the service has moved, change its address.',
  'proxy-sign-in':
    'The network’s proxy requires you to sign in (407), so nothing was sent. Sign in to it, or add your user name and password to the proxy’s address in this computer’s proxy settings.',
  'proxy-refused':
    'The network’s proxy didn’t let the request through, so nothing was sent. Check this computer’s proxy settings.',
  'certificate-untrusted':
    '{who} wasn’t contacted: this computer doesn’t trust its certificate. Your company may inspect traffic, or the server may have signed the certificate itself. Have its issuer’s certificate installed on this computer.',
  'certificate-out-of-date':
    '{who} wasn’t contacted: its certificate isn’t valid today. Check this computer’s date; if it’s right, the server needs a new certificate.',
  'certificate-of-another':
    '{who} wasn’t contacted: its certificate belongs to another name. Check the address; something else may be answering there.',
  'no-encryption':
    '{who} doesn’t support https. If the server is on this computer, begin its address with http:. Otherwise, the server has to offer https.',
  unreachable:
    '{who} can’t be reached. {kept} Check that the server is running and that its address is right, then retry.',
  'another-address': 'another address',
  'try-no-credit': '{who} accepts the key, but the account has no credit left{code}. See the service’s billing page.',
  'try-spending-limit':
    '{who} accepts the key, but the account has reached its spending limit{code}. See the service’s billing page.',
  'try-rejected': '{who} rejected the request{code}. Check the model’s name and the account.',
  'nothing-answers':
    '{who} isn’t answering. The server isn’t running, or its address is different. Start the server, or correct the address.',
  unready: '{why} Your message is kept.',
} as const
