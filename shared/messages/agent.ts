/** The agent and its conversations. */
export const AGENT = {
  verbatim: '{text}',
  'jobs-not-open': 'This conversation is a job session. To continue it, open it in Variorum’s window.',
  'message-empty': 'The message is empty. Write something first.',
  'past-point-mismatch':
    'This conversation is about a different point in the history. Nothing was sent. Begin a new conversation about the point you selected.',
  'past-point-gone':
    'This conversation is about the memory as it was on {moment}, and that state is no longer in the history. Nothing was sent. Begin a new conversation.',
  'app-closing': 'Variorum is closing, so the message wasn’t sent. Send it when Variorum is open again.',
  'answer-interrupted': 'Variorum was closed before the answer was complete. What was written by then is kept.',
  'nothing-to-answer-again': 'There is no message to answer again. Send one first.',
  'nothing-to-wrap-up': 'There is nothing to wrap up yet: no message has been sent in this conversation.',
  'unknown-message': 'This message isn’t in the conversation. Nothing was sent.',
  'still-answering':
    'The agent is still answering in this conversation. Wait until it’s done, or stop it in the window or terminal where it’s running.',
  'of-another-store':
    'This conversation belongs to another store. Nothing was sent. Open that store, or begin a new conversation.',
  'conversation-not-saved':
    'The conversation couldn’t be saved: the disk may be full or read-only. Everything saved earlier is safe. Free some space or make the disk writable, then try again.',
  'delete-while-answering': 'The agent is still answering in this conversation. Stop it, then delete the conversation.',
  'answering-elsewhere':
    'The agent is still answering in this conversation, in another window. Make your change when it’s done.',
  'bad-conversation-id': 'A conversation ID must be 1 to 64 characters long: letters, digits, “_” or “-”.',
  'unknown-conversation': 'This conversation doesn’t exist. It may have been deleted in another window.',
  'only-within-folder': 'This agent may only use {folder}, and nothing else of the memory.',
  'link-led-out': 'This link points outside the memory, so it isn’t followed.',
  'paused-too-often':
    'The model paused {count} times in a row without continuing, so Variorum ended the turn. Your message is kept. Retry, or ask another model.',
  'cut-off':
    'The model was cut off in the middle of its answer. The part that arrived is kept and the memory is intact. Retry, or choose Continue to pick up where it stopped.',
  'answer-at-its-limit':
    'The answer reached its maximum length and ends here. Choose Continue to pick up where it stopped, or retry.',
  'conversation-too-long':
    'The conversation has become too long for the model. Begin a new one; your memory carries over.',
  'conversation-too-large':
    'This conversation takes up {size}, so nothing more is asked in it. Everything in it is kept. Begin a new one; your memory carries over.',
  'conversation-too-large-to-open':
    'This conversation takes up {size}, which is too large to open. Its file is kept as it is, and your memory isn’t affected. Begin a new conversation, or delete this one to free the space.',
  'unknown-stop-reason':
    'The model stopped for a reason Variorum doesn’t recognise: {name}. What it had already said is kept. Retry, or ask another model.',
  'call-missing':
    'The model wanted to use a tool, but its call didn’t arrive, so the turn ended there. Your message is kept. Retry, or ask another model.',
  'answer-endless':
    'The answer grew beyond 4 MB, longer than any model writes, so Variorum stopped reading it. The part that arrived is kept, but only its beginning will be sent to the model again. Retry, or ask another model.',
  'answer-in-too-many-parts':
    'The answer came in more than {count, number} parts, more than any model writes, so Variorum stopped reading it. The text that arrived is kept, and nothing that the answer asked for was done. Retry, or ask another model.',
  'answer-stalled':
    'The connection stayed open, but for too long nothing of an answer arrived, so Variorum stopped waiting. What had arrived is kept and the memory is intact. Retry, or ask another model.',
  'internal-error':
    'An internal error ended the answer. What was already written is kept. Send the message again; if the error comes back, please report it.',
  'measure-turn': '{used} of {most} requests in one turn',
  'measure-context': 'about {tokens, number} tokens',
  'measure-dollars': '{used} of {most}',
  'measure-requests': '{used} of {most, plural, one {# request} other {# requests}}',
  'measure-minutes': '{used} of {most, plural, one {# minute} other {# minutes}}',
  'budget-of-conversation-used-up': 'This conversation’s budget is used up: {amounts}.',
  'budget-of-job-used-up': 'This job’s budget is used up: {amounts}.',
  'context-nearly-full':
    'The context is nearly full: {amounts}. The model was asked to save its progress. Start fresh in a new conversation, which gets only the memory.',
  'rounds-used-up':
    'The turn reached its limit of {count} requests. The model was asked to save its progress. Choose Continue to resume.',
  'budget-asked-to-write':
    '{used} The model was asked to save its progress. To continue, raise the budget, or start fresh in a new conversation.',
  'job-budget-asked-to-write': '{used} The model was asked to save its progress. To continue, raise the budget.',
  'budget-nothing-sent':
    '{used} Your message is kept, and nothing was sent. To continue, raise the budget, or start fresh in a new conversation.',
  'job-budget-nothing-sent': '{used} Your message is kept, and nothing was sent. To continue, raise the budget.',
  'answered-nothing': 'The model sent an empty answer. Your message is kept. Retry, or ask another model.',
  'thought-and-answered-nothing':
    'The model finished thinking but gave no answer. Your message is kept. Retry, or ask another model.',
  'stop-reason-unreadable': 'its name can’t be read',
  'refused-cyber': 'an answer may help someone attack computer systems',
  'refused-bio': 'an answer may help someone cause biological harm',
  'refused-frontier': 'an answer may help build a competing model',
  'refused-reasoning': 'the message asks it to reveal its own reasoning',
  'refused-harm': 'an answer may cause harm',
  'model-declined':
    'The model declined to answer. Your message will be left out of what the model is sent from now on; rephrase it, or ask something else.',
  'model-declined-because':
    'The model declined to answer because {why}. Your message will be left out of what the model is sent from now on; rephrase it, or ask something else.',
  'model-declined-saying':
    'The model declined to answer. It said: “{words}.” Your message will be left out of what the model is sent from now on; rephrase it, or ask something else.',
  'model-declined-because-saying':
    'The model declined to answer because {why}. It said: “{words}.” Your message will be left out of what the model is sent from now on; rephrase it, or ask something else.',
  'reading-needs-no-wrap-up': 'This conversation only reads the memory, so there is nothing to wrap up.',
  'context-nearly-full-of-reading': 'The context is nearly full: {amounts}. Begin a new conversation.',
  'rounds-of-reading-used-up': 'The turn reached its limit of {count} requests. Choose Continue to resume.',
  'reading-budget-used-up': '{used} To continue, raise the budget.',
  'not-told-to-save':
    'Nothing was saved: the user saves only what they tell you to, and this message does not ask for it. Do not try again; go on. You may tell them what you would save.',
  'keep-while-answering': 'The agent is still answering in this conversation. Keep the conversation when it’s done.',
  'kept-so-not-temporary':
    'This conversation is already saved, so it can’t be temporary. Begin a new temporary conversation instead.',
} as const
