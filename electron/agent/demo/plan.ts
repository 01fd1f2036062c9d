import { answerTo, countedIn, everythingIn, helpIn, whyIn } from './answers.ts'
import {
  amend,
  forget,
  forgetEverything,
  forgetFile,
  forgetTopic,
  type Planning,
  rename,
  replace,
  spell,
  tidy,
} from './edits-on-request.ts'
import { type Intent, MAX_MESSAGE_CHARACTERS } from './intent.ts'
import type { Language } from './languages/language.ts'
import { type EditPlan, MemoryEdits } from './memory-edits.ts'
import type { Situation } from './situation.ts'
import { takeBack } from './take-back.ts'

/** What is said to intents that need nothing else. */
const SAID = {
  redo: 'useRedoButton',
  greet: 'greeting',
  'how-are-you': 'fine',
  thank: 'welcome',
  leave: 'goodbye',
  agree: 'agreed',
  deny: 'whatIsRight',
  'keep-nothing': 'nothingKept',
  'never-mind': 'nothingChanged',
  remind: 'cannotRemind',
  impossible: 'cannotDo',
  'what-to-save': 'whatToSave',
} as const satisfies { readonly [kind in Intent['kind']]?: keyof Language['replies'] }

/** What the demo model does and says about the intents of a message, knowing the memory. Pure. */
export function planFor(intents: readonly Intent[], situation: Situation, language: Language): EditPlan {
  const planning = { edits: new MemoryEdits(situation.files, language), situation, language }
  for (const intent of withOneDoubt(intents)) add(intent, planning)
  return planning.edits.plan
}

/** One remark about what was not kept is enough. */
function withOneDoubt(intents: readonly Intent[]): readonly Intent[] {
  const isDoubt = ({ kind }: Intent): boolean => kind === 'unsure' || kind === 'who'
  const first = intents.find(isDoubt)
  return intents.filter((intent) => intent === first || !isDoubt(intent))
}

function add(intent: Intent, planning: Planning): void {
  const { edits, situation, language } = planning
  const { replies } = language
  switch (intent.kind) {
    case 'remember':
      for (const fact of intent.facts) edits.add(fact, intent.isCorrection)
      return
    case 'replace':
      return replace(planning, intent.old, intent.new)
    case 'amend':
      if (amend(planning, intent.said)) return
      if (!intent.otherwise.some(({ kind }) => kind === 'remember'))
        return edits.remark(replies.nothingToCorrect(quoted(intent.said)))
      for (const other of withOneDoubt(intent.otherwise)) add(other, planning)
      return
    case 'spell':
      return spell(planning, intent.to)
    case 'forget':
      return forget(planning, intent.about)
    case 'forget-topic':
      return forgetTopic(planning, intent.about)
    case 'forget-file':
      return forgetFile(planning, intent.about)
    case 'forget-everything':
      return forgetEverything(planning)
    case 'rename':
      return rename(planning, intent.from, intent.to)
    case 'tidy':
      return tidy(planning)
    case 'undo':
      return undo(planning)
    case 'ask':
      return edits.remark(...answerTo(intent.about, situation.files, language))
    case 'list':
      return edits.remark(...everythingIn(situation, language))
    case 'count':
      return edits.remark(countedIn(situation, language))
    case 'why':
      return edits.remark(...whyIn(intent.about, situation, language))
    case 'unsure':
      return edits.remark(replies.unsure(quoted(intent.sentence)))
    case 'who':
      return edits.remark(replies.whoIsMeant(quoted(intent.sentence)))
    case 'too-long':
      return edits.remark(
        replies.tooLong(number(situation.message.length, language), number(MAX_MESSAGE_CHARACTERS, language)),
      )
    case 'help':
      return edits.remark(helpIn(situation, language))
    case 'unknown':
      return edits.remark(replies.notUnderstood, helpIn(situation, language))
    default:
      return edits.remark(replies[SAID[intent.kind]])
  }
}

function undo({ edits, situation, language: { replies } }: Planning): void {
  const back = takeBack(situation)
  switch (back.kind) {
    case 'nothing':
      return edits.remark(replies.nothingToUndo)
    case 'undone-already':
      return edits.remark(replies.undoneAgain)
    case 'changed-since':
      return edits.remark(replies.useUndoButton)
    case 'calls':
      return edits.takeBack(back.calls, replies.undone(quoted(back.turn.message)))
  }
}

const MAX_QUOTED_CHARACTERS = 160

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= MAX_QUOTED_CHARACTERS) return line
  const cut = line.slice(0, MAX_QUOTED_CHARACTERS)
  return `${withoutOpen('`', withoutOpen('**', cut)).trimEnd()}…`
}

/** What is quoted is Markdown: without a sign that the part cut off would have closed. */
function withoutOpen(sign: string, text: string): string {
  const parts = text.split(sign)
  return parts.length % 2 === 1 ? text : parts.slice(0, -1).join(sign) + (parts.at(-1) ?? '')
}

function number(count: number, { code }: Language): string {
  return count.toLocaleString(code)
}
