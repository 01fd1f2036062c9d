import { Feature } from '../../shared/jobs/features.ts'
import { type JobTemplate, Verdict } from '../../shared/jobs/job.ts'
import { INITIALIZER, jobFile, jobFolder, JobName, type JobSessionRef } from '../../shared/jobs/names.ts'
import { parseJson } from './conversation/lines.ts'

// What the agent is told of a job: the rules of its session, which are fixed with the conversation's system text, and
// where the job stands when the session begins. After the memory tool's documentation on work over several sessions
// (platform.claude.com/docs/en/agents-and-tools/tool-use/memory-tool). Pure.

const HINTS: { readonly [template in JobTemplate]: string } = {
  software:
    'A feature is something that a user of the program can do or see. Its check is what such a user does, end to end; a passing unit test is not enough.',
  research:
    'A feature is one question to be answered. Its check names the sources that must agree, and what would show that the answer is wrong.',
  writing:
    'A feature is one part of the text. Its check is what a reader must find in it, after reading the part as a whole.',
  general: 'A feature is one result that can be looked at. Its check says what to look at, and what must be there.',
}

/** The rules of a session, for the system text of its conversation. */
export function jobGuidance({ name, session }: JobSessionRef, template: JobTemplate): string {
  return [filesOf(name), session === INITIALIZER ? planRules(template) : workRules(name)].join('\n')
}

function filesOf(name: JobName): string {
  return [
    `This conversation is one session of a long job. Other sessions came before it or will come after it, and a session knows nothing of the others but what is in ${toolPath(jobFolder(name))}:`,
    '- features.json, the checklist: {"goal": string, "features": [{"id": string, "what": string, "check": string, "state": "open" | "doing" | "done", "evidence": string | null}]}',
    '- progress.md, the log: one entry for each session, the newest first, each below a heading "## Session N · YYYY-MM-DD": what was done, how it was checked, what is left, what comes next.',
    '- start.md: how to start and to test, with links.',
    '- decisions.md: what was decided and why, below "## Decisions"; what only the person can answer, below "## Open questions".',
    'Assume interruption: a session may end at any moment, and what is not in these files is lost.',
  ].join('\n')
}

function planRules(template: JobTemplate): string {
  return [
    'This first session makes the plan and does none of the work.',
    `Split the goal into small features, in the order in which to do them, each "open" with evidence null. ${HINTS[template]}`,
    'Create the four files. Then say in a few sentences what the plan is and what you are not sure of. The person changes the plan where they want to; work begins in the next session.',
  ].join('\n')
}

function workRules(name: JobName): string {
  return [
    'Begin by viewing these four files. Then say in two lines where things stand and what comes next, and go on.',
    'Work on one feature at a time, and set it to "doing" first.',
    'A feature is "done" only after its check succeeded end to end. Its evidence then says what you did and what you saw, and names the files or commits that show it. If you cannot check it, it stays open: say so.',
    'What a feature and its check say is the person\'s: change neither, add no feature and remove none. Write what you suggest below "## Open questions".',
    `Change ${toolPath(jobFile(name, 'features'))} with str_replace, one feature at a time; never rewrite the whole file.`,
    'After each feature bring the checklist and your entry in the log up to date, before anything else.',
  ].join('\n')
}

/** The beginning of the note, by which the demo model knows a job too. */
const OPENING = /^This is session (\d+) of the job “([^”]+)”/

/** Where things are, told before the first message of a session. @param before about the session before: see in-flight.ts */
export function sessionNote({ name, session }: JobSessionRef, before: string | null): string {
  const opening = `This is session ${session} of the job “${name}”; its files are in ${toolPath(jobFolder(name))}.`
  return before === null ? opening : `${opening}\n${before}`
}

/** The session that a note begins; null for any other note. @param note without its tags */
export function sessionOfNote(note: string): JobSessionRef | null {
  const [, session, name] = OPENING.exec(note) ?? []
  const parsed = JobName.safeParse(name)
  return parsed.success ? { name: parsed.data, session: Number(session) } : null
}

/** The first message of a session that works on the plan. */
export const beginningOf = (session: number): string => `Begin session ${session}.`

const WRAP_UP = 'Wrap up: write down where you are.'

/** The message that ends a session: one round in which the agent writes down where it is. */
export function wrapUpMessage(job: JobSessionRef | null): string {
  const [what, end] =
    job === null
      ? [
          'Save in your memory whatever a new conversation needs to go on with this, which will see nothing but the memory: what is done, what is not, what was decided, and what comes next.',
          'Save only what is still true and not there yet.',
        ]
      : [
          `Bring ${toolPath(jobFile(job.name, 'features'))} and your entry in ${toolPath(jobFile(job.name, 'progress'))} up to date: what is done and how it was checked, what you were in the middle of, what is left, and what comes next.`,
          'Tick nothing that you have not checked.',
        ]
  return `${WRAP_UP} ${what} ${end} Begin nothing new. Then say in two lines where things stand and what comes next.`
}

export const isWrapUp = (message: string): boolean => message.startsWith(WRAP_UP)

/** The first message of a conversation that goes on with what another one wrote down. */
export const FRESH_START = 'Go on from where the last conversation stopped. View your memory first: it has the handoff.'

const JUDGING = 'Check whether this feature is done.'

/** The rules for whoever judges a tick, for the system text of a conversation that can only read. */
export const JUDGE_GUIDANCE = [
  'You check the work of another agent, which says that a feature is done. You did none of that work, and you have only the memory.',
  'View the files and work that the evidence names, and whatever else the check asks for. Evidence that names nothing, or whose files do not show what it says, does not hold. Do not trust words like "done" or "tested" by themselves.',
  'End your answer with one line of JSON and nothing after it: {"verdict": "holds" | "fails" | "unclear", "why": "one or two sentences for the person"}. "unclear" is for a check that cannot be made from the memory.',
].join('\n')

export function judgeMessage(name: JobName, { id, what, check, evidence }: Feature): string {
  return `${JUDGING}\n${JSON.stringify({ id, what, check, evidence }, null, 2)}\nIts job is in ${toolPath(jobFolder(name))}.`
}

/** The feature that a message asks to judge; null for any other message. */
export function judgedIn(message: string): Feature | null {
  if (!message.startsWith(JUDGING)) return null
  const json = message.slice(message.indexOf('{'), message.lastIndexOf('}') + 1)
  const parsed = Feature.safeParse(parseJson(json))
  return parsed.success ? parsed.data : null
}

/** The verdict at the end of an answer; null if there is none. */
export function verdictIn(answer: string): Pick<Verdict, 'verdict' | 'why'> | null {
  const lines = answer.split('\n').map((line) => line.slice(line.indexOf('{'), line.lastIndexOf('}') + 1))
  const objects = answer.match(/\{[^{}]*"verdict"[^{}]*\}/g) ?? []
  const found = [...lines.toReversed(), ...objects.toReversed()].flatMap((json) => {
    const parsed = Said.safeParse(parseJson(json))
    return parsed.success ? parsed.data : []
  })
  return found[0] ?? null
}

const Said = Verdict.unwrap().pick({ verdict: true, why: true })

const toolPath = (path: string): string => `/memories/${path}`
