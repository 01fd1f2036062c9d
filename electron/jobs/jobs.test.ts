import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { NO_BUDGET } from '../../shared/budget.ts'
import { saying } from '../../testing/saying.ts'
import { isNote } from '../agent/notes.ts'
import {
  breaksAfter,
  fails,
  type ReceivedRequest,
  type Script,
  send,
  START,
  textBlock,
} from '../agent/testing/model-server.ts'
import {
  checklist,
  does,
  ends,
  feature,
  GOAL,
  NAME,
  plans,
  replaces,
  setJobScene,
  writes,
} from './testing/job-scene.ts'

const Body = z.object({ system: z.string() })
const systemOf = (request: ReceivedRequest | undefined): string => Body.parse(request?.json).system
const notesOf = (request: ReceivedRequest | undefined): string =>
  (request?.body.messages ?? [])
    .flatMap(({ content }) => content.map((block) => String(block['text'] ?? '')))
    .filter(isNote)
    .join('\n')
const lastText = (request: ReceivedRequest | undefined): string =>
  String(
    request?.body.messages
      .at(-1)
      ?.content.findLast((block) => typeof block['text'] === 'string' && !isNote(block['text']))?.['text'],
  )

const TICKED = feature('f1', { state: 'done', evidence: 'Booked: see work/f1.md' })
const ticks = replaces(
  'features',
  JSON.stringify(feature('f1'), null, 2).replaceAll('\n', '\n    '),
  JSON.stringify(TICKED, null, 2).replaceAll('\n', '\n    '),
)
const logs = (session: number, text: string): object =>
  replaces('progress', '# Progress\n', `# Progress\n\n## Session ${session} · 2026-11-22\n\n${text}\n`)

test('the first session is told to plan, in the rules that its conversation begins with', async () => {
  const scene = await setJobScene({}, ...plans(feature('f1'), feature('f2')))
  await scene.plan()
  const [first] = scene.server.requests
  expect(systemOf(first)).toContain(`/memories/jobs/${NAME}`)
  expect(systemOf(first)).toContain('does none of the work')
  expect(notesOf(first)).toContain(`This is session 1 of the job “${NAME}”`)
  expect(lastText(first)).toBe(GOAL)
  expect(await scene.job()).toMatchObject({
    goal: GOAL,
    phase: 'planned',
    done: 0,
    total: 2,
    decisions: expect.stringContaining('By train'),
    questions: ['Which month?'],
    log: [{ session: 1 }],
    sessions: [{ session: 1, isWrappedUp: true, end: 'done' }],
    inFlight: null,
  })
})

test('no session works before the user agreed with the plan', async () => {
  const scene = await setJobScene({}, ...plans(feature('f1')), ends('Session 2.'))
  await scene.plan()
  await expect(scene.session()).rejects.toMatchObject({ message: expect.stringContaining('ready for review') })
  await scene.core.jobs.approve(NAME)
  await scene.session()
  expect(systemOf(scene.server.requests[2])).toContain('Work on one feature at a time')
  expect(notesOf(scene.server.requests[2])).toContain(`This is session 2 of the job “${NAME}”`)
  expect(lastText(scene.server.requests[2])).toBe('Begin session 2.')
})

test('where only what the user asks for is saved, beginning a session asks for its files', async () => {
  const scene = await setJobScene({}, ...plans(feature('f1')), ends('Session 2.'))
  await scene.core.changeSettings({ saving: 'told' })
  await scene.plan()
  expect(await scene.job()).toMatchObject({ phase: 'planned', total: 1 })
})

test('a plan that cannot be read is not begun', async () => {
  const scene = await setJobScene({}, does(writes('features', '{ broken')), ends('Done.'))
  await scene.plan()
  expect(await scene.job()).toMatchObject({ phase: 'planned', problem: 'not-json', features: null })
  await expect(scene.core.jobs.approve(NAME)).rejects.toMatchObject({
    message: expect.stringContaining('can’t be read'),
  })
})

test('the user edits the plan, each time as one commit', async () => {
  const scene = await setJobScene({}, ...plans(feature('f1'), feature('f2')))
  await scene.plan()
  const before = (await scene.job()).files.features.id ?? ''
  const outcome = await scene.core.jobs.edit(NAME, before, { kind: 'move', id: 'f2', to: 0 })
  expect(outcome).toMatchObject({ kind: 'committed', commit: { origin: { actor: 'user', verb: 'edit' } } })
  const job = await scene.job()
  expect(job.features?.map(({ id }) => id)).toEqual(['f2', 'f1'])
  expect(job.flags).toEqual([])
  const next = job.files.features.id ?? ''
  await scene.core.jobs.edit(NAME, next, { kind: 'reword', id: 'f1', what: 'Better words', check: 'Read them' })
  expect((await scene.job()).flags).toEqual([])
  // Somebody was faster: nothing is overwritten.
  expect(await scene.core.jobs.edit(NAME, before, { kind: 'remove', id: 'f2' })).toMatchObject({ kind: 'conflict' })
  expect((await scene.job()).total).toBe(2)
})

test('a tick without evidence and a changed wording by the agent are flagged', async () => {
  const bare = feature('f1', { state: 'done' })
  const reworded = feature('f2', { what: 'Something easier' })
  const scene = await setJobScene(
    {},
    ...plans(feature('f1'), feature('f2')),
    does(
      { command: 'delete', path: `/memories/jobs/${NAME}/features.json` },
      writes('features', checklist(bare, reworded)),
    ),
    ends('All done.'),
  )
  await scene.plan()
  await scene.core.jobs.approve(NAME)
  await scene.session()
  const { flags } = await scene.job()
  expect(flags.flatMap((commit) => commit.flags.map(({ kind, feature: id }) => `${kind} ${id}`)).toSorted()).toEqual([
    'no-evidence f1',
    'removed f1',
    'removed f2',
  ])
  expect(await scene.core.jobs.flagged()).toEqual(flags)
  // What the user agrees with is marked in the timeline alone.
  const [{ commit } = { commit: '' }] = flags
  await scene.core.jobs.keepFlag(NAME, { commit, kind: 'no-evidence', feature: 'f1' }, true)
  const left = (await scene.job()).flags.flatMap((at) => at.flags.map(({ kind }) => kind))
  expect(left).toEqual(['removed', 'removed'])
  expect(await scene.core.jobs.flagged()).toEqual(flags)
  await scene.core.jobs.keepFlag(NAME, { commit, kind: 'no-evidence', feature: 'f1' }, false)
  expect((await scene.job()).flags).toEqual(flags)
})

test('a session that did not bring its log up to date is told of to the next one', async () => {
  const scene = await setJobScene(
    {},
    ...plans(feature('f1')),
    does({ command: 'create', path: `/memories/jobs/${NAME}/work/f1.md`, file_text: 'Booked.\n' }),
    ends('Booked.'),
    does(logs(3, 'Seen.')),
    ends('Seen.'),
    ends('Nothing to do.'),
  )
  await scene.plan()
  await scene.core.jobs.approve(NAME)
  await scene.session()
  expect((await scene.job()).sessions.at(-1)).toMatchObject({ session: 2, isWrappedUp: false, changes: 1 })
  await scene.session()
  expect(notesOf(scene.server.requests[4])).toContain('Session 2 ended without bringing the log up to date.')
  await scene.session()
  expect(notesOf(scene.server.requests[6])).not.toContain('up to date.')
})

test('what was in flight when a session was interrupted is told to the next one', async () => {
  const scene = await setJobScene(
    {},
    ...plans(feature('f1')),
    does({ command: 'create', path: `/memories/jobs/${NAME}/work/f1.md`, file_text: 'Booked.\n' }),
    (response) => send(response, START, ...textBlock(0, 'And now')),
    ends('I see.'),
  )
  await scene.plan()
  await scene.core.jobs.approve(NAME)
  const { conversation } = await scene.core.jobs.beginSession(NAME)
  await expect
    .poll(() => scene.events.some((event) => event.type === 'text.streamed' && event.text === 'And now'))
    .toBe(true)
  await expect(scene.core.jobs.beginSession(NAME)).rejects.toMatchObject({ code: 'busy' })
  await scene.core.stop(conversation)
  const { inFlight } = await scene.job()
  expect((await scene.job()).sessions.at(-1)).toMatchObject({ isWrappedUp: false })
  expect(inFlight).toMatchObject({ session: 2, end: 'stopped', done: [{ input: { command: 'create' } }], notDone: [] })
  await scene.session()
  const note = notesOf(scene.server.requests[4])
  expect(note).toContain('Session 2 was interrupted on')
  expect(note).toContain(`create /memories/jobs/${NAME}/work/f1.md (commit `)
})

test('a session that is interrupted after it wrote its log is not wrapped up', async () => {
  const scene = await setJobScene({}, ...plans(feature('f1')), does(logs(2, 'Booked.')), (response) =>
    send(response, START, ...textBlock(0, 'And now')),
  )
  await scene.plan()
  await scene.core.jobs.approve(NAME)
  const { conversation } = await scene.core.jobs.beginSession(NAME)
  await expect
    .poll(() => scene.events.some((event) => event.type === 'text.streamed' && event.text === 'And now'))
    .toBe(true)
  await scene.core.stop(conversation)
  expect((await scene.job()).sessions.at(-1)).toMatchObject({ session: 2, isWrappedUp: false })
})

test('wrapping up is one visible turn, and leaves three choices', async () => {
  const scene = await setJobScene(
    {},
    ...plans(feature('f1')),
    ends('Begun.'),
    does(logs(2, 'Half of it.')),
    ends('Written down.'),
    ends('Going on.'),
    ends('Fresh.'),
  )
  await scene.plan()
  await scene.core.jobs.approve(NAME)
  const id = await scene.session()
  await scene.core.wrapUp({ id })
  await scene.answered(id)
  expect(lastText(scene.server.requests[3])).toContain(`/memories/jobs/${NAME}/progress.md`)
  const turn = (await scene.core.conversations.open(id))?.transcript.at(-1)
  expect(turn).toMatchObject({
    follows: { kind: 'wrap-up', turn: 1 },
    end: { kind: 'done', next: ['continue', 'fresh', 'stop'] },
  })

  await scene.core.continue({ id })
  await scene.answered(id)
  expect(lastText(scene.server.requests[5])).toBe('Go on.')

  const fresh = await scene.core.jobs.startFresh(id)
  await scene.answered(fresh.conversation)
  expect(scene.server.requests[6]?.body.messages).toHaveLength(1)
  expect((await scene.job()).sessions.map(({ session }) => session)).toEqual([1, 2, 3])
})

test('an ordinary conversation wraps up too, and starts fresh with nothing but the memory', async () => {
  const scene = await setJobScene({}, ends('Hello.'), ends('Saved.'), ends('Here we are.'))
  const { id } = await scene.core.send({ text: 'Hello, I am Jonas' })
  await scene.answered(id)
  await scene.core.wrapUp({ id })
  await scene.answered(id)
  expect(lastText(scene.server.requests[1])).toContain('Save in your memory whatever a new conversation needs')
  const fresh = await scene.core.jobs.startFresh(id)
  await scene.answered(fresh.conversation)
  expect(scene.server.requests[2]?.body.messages).toHaveLength(1)
  expect(lastText(scene.server.requests[2])).toContain('View your memory first')
  const [latest, first] = await scene.core.conversations.list()
  expect(latest?.title).toBe(first?.title)
})

test('there is nothing to wrap up in an empty conversation, or in one about the past', async () => {
  const scene = await setJobScene({}, ends('Hello.'), ends('It was empty.'))
  const { id } = await scene.core.send({ text: 'Remember me' })
  await scene.answered(id)
  await scene.core.saveFile('a.md', null, 'a\n')
  const { head } = await scene.core.storeStatus()
  const past = await scene.core.send({ text: 'What was there?', at: head ?? '' })
  await scene.answered(past.id)
  await expect(scene.core.wrapUp({ id: past.id })).rejects.toMatchObject({ code: 'bad-request' })
  await expect(scene.core.wrapUp({ id: 'none' })).rejects.toMatchObject({ code: 'unknown-conversation' })
})

test('all sessions of a job share its budget; used up, one wraps up and no other begins', async () => {
  const view = { command: 'view', path: '/memories' }
  const scene = await setJobScene(
    {},
    ...plans(feature('f1')),
    does(view),
    does(view),
    does(logs(2, 'Written down.')),
    ends('That is where it is.'),
    ends('Going on.'),
  )
  await scene.plan({ requests: 4 })
  await scene.core.jobs.approve(NAME)
  const id = await scene.session()
  const end = (await scene.core.conversations.open(id))?.transcript.at(-1)?.end
  expect(end).toMatchObject({ kind: 'limit', next: ['continue', 'stop'] })
  expect(end?.reason).toEqual(saying('This job’s budget is used up: 6 of 4 requests.'))
  expect(notesOf(scene.server.requests[4])).toContain('This job’s budget is used up: 4 of 4 requests.')
  await expect(scene.session()).rejects.toMatchObject({ message: expect.stringContaining('Raise it') })
  // Raising it in the conversation raises the job's.
  await scene.core.continue({ id, budget: { requests: 8 } })
  await scene.answered(id)
  expect((await scene.job()).budget.requests).toBe(8)
  expect(await scene.job()).toMatchObject({ spent: { requests: 7 } })
  await scene.core.conversations.setBudget(id, { dollars: null, requests: 20, minutes: null })
  expect((await scene.job()).budget.requests).toBe(20)
})

test('the round in which the agent is to write down where it is can be skipped', async () => {
  const quick = { contextEditing: { on: true, trigger: 1000, keep: 0 } }
  const long = 'A long story. '.repeat(600)
  const scene = await setJobScene(
    quick,
    ends('Hm.'),
    (response) => send(response, START, ...textBlock(0, 'I save')),
    ends('On with it.'),
  )
  const { id } = await scene.core.send({ text: 'Hello' })
  await scene.answered(id)
  await scene.core.send({ id, text: long })
  await expect
    .poll(() => scene.events.some((event) => event.type === 'text.streamed' && event.text === 'I save'))
    .toBe(true)
  scene.core.skipWrapUp(id)
  await scene.answered(id)
  expect(notesOf(scene.server.requests[2])).toContain('The person skipped saving.')
  expect((await scene.core.conversations.open(id))?.transcript.at(-1)).toMatchObject({ end: { kind: 'done' } })
})

test('skipped at the end of a budget, the turn ends at once', async () => {
  const scene = await setJobScene({}, does({ command: 'view', path: '/memories' }), (response) =>
    send(response, START, ...textBlock(0, 'I write down')),
  )
  const { id } = await scene.core.send({ text: 'Hello', budget: { requests: 1 } })
  await expect.poll(() => scene.events.some((event) => event.type === 'text.streamed')).toBe(true)
  scene.core.skipWrapUp(id)
  await scene.answered(id)
  expect(scene.server.requests).toHaveLength(2)
  expect((await scene.core.conversations.open(id))?.transcript.at(-1)?.end).toMatchObject({ kind: 'limit' })
})

test('a judge reads the memory in a fresh context, and its verdict stays with the tick', async () => {
  const verdict = 'It is there.\n{"verdict": "fails", "why": "The file says nothing of a booking."}'
  const scene = await setJobScene(
    {},
    ...plans(feature('f1')),
    does(ticks, logs(2, 'Booked.')),
    ends('Booked.'),
    does({ command: 'view', path: '/memories' }),
    ends(verdict),
    ends('No verdict here.'),
  )
  await scene.plan()
  await scene.core.jobs.approve(NAME)
  await scene.core.jobs.setJudge(NAME, { on: true, model: { provider: 'anthropic', model: 'claude-judge' } })
  await scene.session()
  await expect
    .poll(async () => (await scene.job()).features?.[0]?.verdict)
    .toMatchObject({
      verdict: 'fails',
      why: saying('The file says nothing of a booking.'),
      model: 'claude-judge',
    })
  expect(systemOf(scene.server.requests[4])).toContain('You check the work of another agent')
  expect(scene.server.requests[4]?.body).toMatchObject({ model: 'claude-judge', messages: [{ role: 'user' }] })
  expect((await scene.job()).features?.[0]?.tick).toMatchObject({
    actor: 'agent',
    commit: expect.stringMatching(/^[0-9a-f]{40}$/),
  })
  // It counts, and is no session.
  expect(await scene.job()).toMatchObject({ sessionCount: 2, spent: { requests: 6 } })
  // Asked again, it gave none.
  expect(await scene.core.jobs.judge(NAME, 'f1')).toMatchObject({ verdict: 'unclear' })
})

test('where no plan was written, another session is to write it', async () => {
  const cut = breaksAfter('ends', START, ...textBlock(0, 'The plan'))
  const scene = await setJobScene({}, cut, ...plans(feature('f1')))
  await scene.plan()
  expect(await scene.job()).toMatchObject({ phase: 'planning', problem: 'missing', running: null })
  await scene.session()
  expect(systemOf(scene.server.requests[1])).toContain('does none of the work')
  expect(lastText(scene.server.requests[1])).toBe(GOAL)
  expect(notesOf(scene.server.requests[1])).toContain('Session 1 was interrupted')
  expect(await scene.job()).toMatchObject({ phase: 'planned', sessions: [{ session: 1 }, { session: 1 }] })
})

test('a job is deleted as one commit, and is what it was when that is undone', async () => {
  const scene = await setJobScene({}, ...plans(feature('f1')))
  await scene.plan({ requests: 50 })
  await scene.core.jobs.approve(NAME)
  expect(await scene.core.jobs.remove(NAME)).toMatchObject({ kind: 'committed', commit: { origin: { actor: 'user' } } })
  expect(await scene.core.jobs.list()).toEqual([])
  expect(await scene.core.jobs.open(NAME)).toBe(null)
  await scene.core.undo({ next: 'undo' })
  expect(await scene.core.jobs.list()).toMatchObject([{ name: NAME, phase: 'working', total: 1 }])
  expect((await scene.job()).budget.requests).toBe(50)
})

test("who writes a plan where a job was deleted has nobody's approval", async () => {
  const scene = await setJobScene({}, ...plans(feature('f1')), ...plans(feature('f2')), ends('Session 2.'))
  await scene.plan()
  await scene.core.jobs.approve(NAME)
  await scene.core.jobs.remove(NAME)
  const { id } = await scene.core.send({ text: 'Write the plan again' })
  await scene.answered(id)
  expect(await scene.job()).toMatchObject({ phase: 'planned', total: 1 })
  await expect(scene.session()).rejects.toMatchObject({ message: expect.stringContaining('ready for review') })
  await scene.core.jobs.approve(NAME)
  await scene.session()
  expect(await scene.job()).toMatchObject({ phase: 'working' })
})

test('what a session used stays used when its conversation is deleted', async () => {
  const scene = await setJobScene({}, ...plans(feature('f1')))
  const id = await scene.plan({ requests: 2 })
  await scene.core.jobs.approve(NAME)
  await scene.core.conversations.remove(id)
  expect(await scene.job()).toMatchObject({ sessionCount: 0, spent: { requests: 2 } })
  await expect(scene.session()).rejects.toMatchObject({ message: expect.stringContaining('Raise it') })
})

test('an edited first message keeps what the session was told', async () => {
  const scene = await setJobScene({}, ...plans(feature('f1')), ends('A plan by train.'))
  const id = await scene.plan()
  await scene.core.edit({ id, turn: 1, text: 'Plan a trip to Porto by train' })
  await scene.answered(id)
  expect(notesOf(scene.server.requests[2])).toContain(`This is session 1 of the job “${NAME}”`)
  expect(lastText(scene.server.requests[2])).toBe('Plan a trip to Porto by train')
})

test('begun twice at once, one session runs; the same goal twice is two jobs', async () => {
  const bothTold = Promise.withResolvers<undefined>()
  const begun: Script = async (response, request) => {
    await bothTold.promise
    await ends('Begun.')(response, request)
  }
  const scene = await setJobScene({}, ...plans(feature('f1')), begun, ends('A.'), ends('B.'))
  await scene.plan()
  await scene.core.jobs.approve(NAME)
  const { beginSession, create } = scene.core.jobs
  const outcomes = await Promise.allSettled([beginSession(NAME), beginSession(NAME)])
  bothTold.resolve(undefined)
  expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: { code: 'busy' } }])
  for (const outcome of outcomes) if (outcome.status === 'fulfilled') await scene.answered(outcome.value.conversation)
  expect((await scene.job()).sessions.map(({ session }) => session)).toEqual([1, 2])
  const how = { goal: GOAL, template: 'general', budget: NO_BUDGET } as const
  const both = await Promise.all([create(how), create(how)])
  for (const { conversation } of both) await scene.answered(conversation)
  expect(both.map(({ name }) => name)).toEqual([`${NAME}-2`, `${NAME}-3`])
})

test('a new job takes nothing over from a deleted one with the same goal', async () => {
  const scene = await setJobScene({}, ...plans(feature('f1')), ends('A plan.'))
  await scene.plan({ requests: 50 })
  await scene.core.jobs.approve(NAME)
  await scene.core.jobs.remove(NAME)
  const how = { goal: GOAL, template: 'general', budget: NO_BUDGET } as const
  const { name, conversation } = await scene.core.jobs.create(how)
  await scene.answered(conversation)
  expect(await scene.core.jobs.open(name)).toMatchObject({ phase: 'planning', sessionCount: 1, budget: NO_BUDGET })
})

test('the plan is not approved while it is being written, and a list of nothing is not done', async () => {
  const scene = await setJobScene({}, does(writes('features', '[]')), (response) =>
    send(response, START, ...textBlock(0, 'And now')),
  )
  const how = { goal: GOAL, template: 'general', budget: NO_BUDGET } as const
  const { conversation } = await scene.core.jobs.create(how)
  await expect.poll(() => scene.events.some((event) => event.type === 'text.streamed')).toBe(true)
  await expect(scene.core.jobs.approve(NAME)).rejects.toMatchObject({ code: 'busy' })
  await scene.core.stop(conversation)
  await scene.core.jobs.approve(NAME)
  expect((await scene.job()).phase).toBe('working')
})

test('a name holds nothing that the policies keep out, so that its files can be written', async () => {
  const scene = await setJobScene({}, ends('Hm.'))
  const how = { template: 'general', budget: NO_BUDGET } as const
  const begun = await scene.core.jobs.create({ ...how, goal: `Rotate sk-ant-api03-${'aB3'.repeat(31)}-AA today` })
  await scene.answered(begun.conversation)
  expect(begun.name).toBe('rotate-redacted-anthropic-key-today')
})

test('a goal is sent and kept as the user decided about its secrets; the title never has them', async () => {
  const scene = await setJobScene({}, ends('Hm.'), ends('Hm.'))
  const goal = 'The staging password is hunter2-Zx9-qqLm. Plan the move.'
  for (const secrets of ['redact', 'keep'] as const) {
    const { name, conversation } = await scene.core.jobs.create({
      goal,
      template: 'general',
      budget: NO_BUDGET,
      secrets,
    })
    await scene.answered(conversation)
    const isThere = secrets === 'keep'
    expect(JSON.stringify(scene.server.requests.at(-1)).includes('hunter2')).toBe(isThere)
    expect(JSON.stringify(await scene.core.conversations.open(conversation)).includes('hunter2')).toBe(isThere)
    const job = await scene.core.jobs.open(name)
    expect(job?.goal.includes('hunter2')).toBe(isThere)
    expect(JSON.stringify(job?.sessions)).not.toContain('hunter2')
  }
})

test('where the budget of a job is used up, no other conversation of it asks the model', async () => {
  const done = feature('f1', { state: 'done', evidence: 'See work/f1.md' })
  const scene = await setJobScene({}, ...plans(done), ends('Begun.'), ends('Never sent.'))
  const first = await scene.plan({ requests: 3 })
  await scene.core.jobs.approve(NAME)
  await scene.session()
  await expect(scene.core.jobs.judge(NAME, 'f1')).rejects.toMatchObject({ message: expect.stringContaining('used up') })
  await scene.core.send({ id: first, text: 'And then?' })
  await scene.answered(first)
  expect((await scene.core.conversations.open(first))?.transcript.at(-1)?.end).toMatchObject({ kind: 'limit' })
  expect(scene.server.requests).toHaveLength(3)
})

test('a tick is judged once by two who ask at the same time; the reason may have braces', async () => {
  const done = feature('f1', { state: 'done', evidence: 'See work/f1.md' })
  const scene = await setJobScene(
    {},
    ...plans(done),
    ends('Hm.\n{"verdict": "fails", "why": "There is no {name} in it."}'),
  )
  await scene.plan()
  const both = await Promise.all([scene.core.jobs.judge(NAME, 'f1'), scene.core.jobs.judge(NAME, 'f1')])
  expect(both).toMatchObject([{ verdict: 'fails', why: saying('There is no {name} in it.') }, { verdict: 'fails' }])
  expect(scene.server.requests).toHaveLength(3)
})

test('a session whose app was killed counts until then, also before anybody opens it', async () => {
  const scene = await setJobScene({}, ...plans(feature('f1')), ends('Gone.'), ends('Next.'))
  await scene.plan({ minutes: 60 })
  await scene.core.jobs.approve(NAME)
  const file = path.join(scene.core.conversations.directory, `${await scene.session()}.jsonl`)
  const text = await readFile(file, 'utf8')
  const lines = Lines.parse(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )
  const killed = lines.filter(({ type }) => type !== 'turn.ended').map((line) => ({ ...line, time: yesterday(line) }))
  await writeFile(file, killed.map((line) => `${JSON.stringify(line)}\n`).join(''))
  const job = await scene.job()
  expect(job.spent.minutes).toBeLessThan(1)
  expect(job.sessions.find(({ session }) => session === 2)).toMatchObject({ end: 'interrupted', isWrappedUp: false })
  await scene.session()
})

const Lines = z.array(z.record(z.string(), z.unknown()))
const yesterday = ({ time }: Readonly<Record<string, unknown>>): string =>
  new Date(Date.parse(String(time)) - 24 * 60 * 60_000).toISOString()

test('the closing window asks about the newest session of a job, while there is one', async () => {
  const note = { command: 'create', path: `/memories/jobs/${NAME}/work/f1.md`, file_text: 'Booked.\n' }
  const scene = await setJobScene(
    {},
    ...plans(feature('f1')),
    does(note),
    ends('2'),
    does(logs(3, 'x')),
    ends('3'),
    ends('2'),
  )
  await scene.plan()
  await scene.core.jobs.approve(NAME)
  const open = (): readonly string[] => scene.core.jobs.notWrappedUp().map(({ conversation }) => conversation)
  const two = await scene.session()
  await expect.poll(open).toEqual([two])
  await scene.core.conversations.rename(two, 'Two')
  await expect.poll(() => scene.core.jobs.notWrappedUp()).toEqual([{ conversation: two, title: 'Two' }])
  await scene.session()
  await expect.poll(open).toEqual([])
  await scene.core.send({ id: two, text: 'More of it' })
  await scene.answered(two)
  const three = await scene.session() // fails: no script is left
  await expect.poll(open).toEqual([three])
  await scene.core.conversations.remove(three)
  await expect.poll(open).toEqual([])
})

test('a handoff that is written again leaves the same choices', async () => {
  const scene = await setJobScene({}, ends('Hello.'), ends('Saved.'), ends('Saved again.'))
  const { id } = await scene.core.send({ text: 'Hello' })
  await scene.answered(id)
  await scene.core.wrapUp({ id })
  await scene.answered(id)
  await scene.core.regenerate({ id, turn: 2 })
  await scene.answered(id)
  const end = (await scene.core.conversations.open(id))?.transcript.at(-1)?.end
  expect(end).toMatchObject({ kind: 'done', next: ['continue', 'fresh', 'stop'] })
})

test('a session that no model answered was not interrupted: nothing is half done', async () => {
  const scene = await setJobScene({}, ...plans(feature('f1')), fails(401, 'authentication_error', 'invalid x-api-key'))
  await scene.plan()
  await scene.core.jobs.approve(NAME)
  await scene.session()
  expect(await scene.job()).toMatchObject({
    inFlight: null,
    sessions: [{}, { session: 2, end: 'failed', isWrappedUp: true }],
  })
})
