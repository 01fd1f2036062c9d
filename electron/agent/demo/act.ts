import { offerOf } from '../../../shared/examples.ts'
import { isTidied } from '../../../shared/tidy.ts'
import { answerTo, contentsIn, countedIn, everythingIn, helpIn, nothingAbout, whyIn } from './answers.ts'
import { type Amendment, amendmentOf, byAge, contrasted, placeOf } from './corrections.ts'
import { doublesIn } from './doubles.ts'
import { factIn, type Files, MemoryEdits, type Step } from './edits.ts'
import { FIRST_PERSON, PRONOUN } from './fact-patterns.ts'
import { type Fact, PEOPLE, personPath } from './facts.ts'
import type { Language } from './languages/language.ts'
import { filesNamed, findPath, searchAll } from './search.ts'
import { clausesOf, withoutEnd, withoutTail } from './sentences.ts'
import { leavesOf, type Situation } from './situation.ts'
import { takeBack } from './take-back.ts'
import { rename } from './tool.ts'
import { type Intent, MAX_MESSAGE_CHARACTERS } from './understand.ts'
import { capitalise, plain, slug } from './words.ts'

/** What the demo model does about the intents of a message, knowing the memory, and what it says in any case. Pure. */
export function planFor(
  intents: readonly Intent[],
  situation: Situation,
  language: Language,
): readonly [steps: readonly Step[], remarks: readonly string[]] {
  const actor = new Actor(situation, language)
  const remarks = actor.actAll(intents)
  return [actor.edits.steps, [...new Set(remarks)]]
}

/** Each method plans edits, and returns what to say besides. */
class Actor {
  readonly edits: MemoryEdits
  readonly #situation: Situation
  readonly #language: Language
  readonly #say: Language['say']
  readonly #paths: readonly string[]

  constructor(situation: Situation, language: Language) {
    this.edits = new MemoryEdits(situation.files, language)
    this.#situation = situation
    this.#language = language
    this.#say = language.say
    this.#paths = situation.listed ?? []
  }

  /** One remark about what was not kept is enough. */
  actAll(intents: readonly Intent[]): readonly string[] {
    const isDoubt = ({ kind }: Intent): boolean => kind === 'unsure' || kind === 'who'
    const first = intents.find(isDoubt)
    return intents.flatMap((intent) => (intent === first || !isDoubt(intent) ? this.#act(intent) : []))
  }

  #act(intent: Intent): readonly string[] {
    const [situation, language, say] = [this.#situation, this.#language, this.#say]
    switch (intent.kind) {
      case 'remember':
        return this.#remember(intent.facts, intent.isCorrection)
      case 'amend':
        return this.#amend(intent.said, intent.otherwise)
      case 'replace':
        return this.#replace(intent.from, intent.to)
      case 'rename':
        return this.#rename(intent.from, intent.to)
      case 'forget':
        return this.#forget(intent.about)
      case 'forget-everything':
        for (const path of this.#paths) if (!path.includes('/')) this.edits.removeFile(path)
        return this.#paths.length === 0 ? [say('empty')] : []
      case 'tidy':
        return this.#tidy()
      case 'undo':
        return this.#undo(intent.about)
      case 'ask':
        return answerTo(intent.about, situation, language)
      case 'list':
        return everythingIn(situation, language)
      case 'contents':
        return contentsIn(situation, language)
      case 'count':
        return [countedIn(situation, language)]
      case 'why':
        return [whyIn(intent.about, situation, language)]
      case 'unsure':
        return [say('unsure', quoted(intent.sentence)), offerOf(say('rememberIt', intent.sentence))]
      case 'who':
        return [say('who', quoted(intent.sentence))]
      case 'too-long':
        return [say('tooLong', situation.message.length, MAX_MESSAGE_CHARACTERS)]
      case 'help':
        return [helpIn(situation, language)]
      case 'unknown':
        return [say('unknown'), helpIn(situation, language)]
      default:
        return [say(intent.kind)]
    }
  }

  #remember(facts: readonly Fact[], isCorrection: boolean): readonly string[] {
    return facts.flatMap((fact) => {
      const path = pathOf(fact.path, this.#paths)
      const isKnown = (files: Files): boolean =>
        files.get(path)?.some((line) => plain(factIn(line) ?? '') === plain(fact.line)) === true
      if (!isKnown(this.edits.files)) this.edits.add({ ...fact, path }, isCorrection)
      return isKnown(this.#situation.files) ? [this.#say('already', path, fact.line)] : []
    })
  }

  #amend(said: string, otherwise: readonly Intent[]): readonly string[] {
    const amendment = amendmentOf(said, byAge(this.#situation.earlier, this.edits.files))
    if (amendment !== null) return this.#put(amendment)
    if (!otherwise.some(({ kind }) => kind === 'remember')) return [this.#say('nothingToCorrect', quoted(said))]
    return this.actAll(otherwise)
  }

  /** In place of what a line says, behind its bullet. */
  #put({ at: { path, index, text }, to }: Amendment): readonly string[] {
    const line = this.edits.files.get(path)?.[index] ?? ''
    const put = line.replace(text, () => to)
    this.edits.replaceLine(path, index, put)
    return []
  }

  #replace(from: string, to: string): readonly string[] {
    if (this.edits.files.has(personPath(from))) return this.#renamePerson(from, to)
    const amendment = contrasted(to, from, byAge(this.#situation.earlier, this.edits.files))
    return amendment === null ? [this.#say('noLine', from)] : this.#put(amendment)
  }

  #rename(from: string, to: string): readonly string[] {
    const isName = /^\p{L}[\p{L}\p{M} '-]*$/u.test(to)
    if (isName && this.#paths.includes(personPath(from))) return this.#renamePerson(from, to)
    const path = findPath(this.#paths, from)
    if (path !== null) this.#move(path, renamed(path, to))
    return path === null ? [/[/.]/.test(from) ? this.#say('noFile', from) : this.#say('noLine', from)] : []
  }

  /** In the lines, and in the heading and the name of the file. */
  #renamePerson(from: string, to: string): readonly string[] {
    const [path, target] = [personPath(from), personPath(to)]
    const isMoved = path !== target && !this.edits.files.has(target)
    const report = this.#say('renamed', path, target)
    for (const [file, lines] of this.edits.files)
      for (const [index, line] of lines.entries()) {
        const other = withName(line, from, to)
        if (other !== line) this.edits.replaceLine(file, index, other, factIn(line) === null ? report : undefined)
      }
    if (isMoved) this.#move(path, target)
    return []
  }

  #move(from: string, to: string): void {
    this.edits.step(rename(from, to), this.#say('renamed', from, to))
  }

  #forget(about: string): readonly string[] {
    const path = /[/.]/.test(about) ? findPath(this.#paths, about) : null
    if (path !== null) this.edits.removeFile(path)
    if (path !== null || /^\S+\.\w{1,5}$/.test(about)) return path === null ? [this.#say('noFile', about)] : []
    const shorter = about.replace(/ (?:thing|stuff|bit|part|line|note)$/i, '')
    const isDone = [about, withoutTail(about), shorter].some((name) => {
      const isMe = /^(?:me|mich|mir|mí|我)$/iu.test(name)
      const files = leavesOf(this.#paths).filter((file) =>
        isMe ? file === 'about-me.md' : filesNamed([file], name).length > 0,
      )
      for (const file of files) this.edits.removeFile(file)
      return (!isMe && this.#removeLines(name)) || files.length > 0
    })
    return isDone ? [] : nothingAbout(withoutTail(about), this.#situation, this.#language)
  }

  /** From last line to first, so that earlier line numbers stay valid. */
  #removeLines(about: string): boolean {
    const [first = ''] = about.split(/[\s']/)
    // What is forgotten about “me” or “her” is not forgotten about others.
    const isMeant = (path: string): boolean =>
      PRONOUN.test(first) ? path.startsWith(PEOPLE) : !FIRST_PERSON.test(about) || !path.startsWith(PEOPLE)
    const found = searchAll(this.edits.files, about).filter(({ path }) => isMeant(path))
    for (const at of found.toReversed()) {
      if (!this.edits.files.has(at.path)) continue
      const to = lineWithout(at.text, (clause) => searchAll(new Map([[at.path, [clause]]]), about).length > 0)
      if (to === null) this.edits.removeLine(at.path, at.index)
      else this.#put({ at, to })
    }
    return found.length > 0
  }

  /** Removes from notes the items that their list has twice, and empty files. */
  #tidy(): readonly string[] {
    for (const [path, lines] of new Map(this.edits.files)) {
      if (!isTidied(path)) continue
      if (lines.every((line) => line.trim() === '')) this.edits.removeFile(path)
      else for (const index of doublesIn(lines).toReversed()) this.edits.removeLine(path, index)
    }
    return this.edits.steps.length === 0 ? [this.#say('nothingToTidy')] : []
  }

  #undo(about: string | null): readonly string[] {
    const back = takeBack(this.#situation, about)
    // “Bring it back”, where it was no deletion that took it away, but an undo.
    if (back.kind === 'not') return [this.#say(about === '' && back.say === 'nothingToUndo' ? 'redo' : back.say)]
    for (const call of back.calls) this.edits.step(call, this.#say('undone', quoted(back.turn.message)))
    return []
  }
}

/** The file that a fact belongs to, as it is called here: “people/Mei Lin.md”. */
export function pathOf(path: string, listed: readonly string[]): string {
  const keyOf = (file: string): string => slug(file.replace(/\.\w+$/, '').replaceAll('/', ' '))
  const isSame = (other: string): boolean => /\.\w+$/.test(other) && keyOf(other) === keyOf(path)
  return listed.includes(path) ? path : (listed.find(isSame) ?? path)
}

function withName(line: string, from: string, to: string): string {
  const at = placeOf(line, from)
  return at < 0 ? line : line.slice(0, at) + to + withName(line.slice(at + from.length), from, to)
}

/** A bare name keeps the folder and the ending, and is written like the names of other files. */
function renamed(path: string, to: string): string {
  const name = to.replace(/^\/?(?:memories\/)?/, '')
  const own = path.slice(path.lastIndexOf('/') + 1)
  if (name.endsWith('/')) return name + own
  const folder = name.includes('/') ? '' : path.slice(0, path.length - own.length)
  return folder + (/\.\w+$/.test(name) ? name : slug(name) + (/\.\w+$/.exec(path)?.[0] ?? ''))
}

/** A line with all clauses but those that are not wanted; `null` where it does not have both kinds. */
function lineWithout(line: string, isUnwanted: (clause: string) => boolean): string | null {
  const clauses = clausesOf(line).flatMap((clause) => clause.split(/,?\s+(?:but|although)\s+/u).map(withoutEnd))
  const left = clauses.filter((clause) => !isUnwanted(clause))
  return left.length === 0 || left.length === clauses.length ? null : capitalise(left.join(', '))
}

const MAX_QUOTED_CHARACTERS = 160

function quoted(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  // What is quoted is Markdown: without a sign that the part cut off would have closed.
  const cut = line.slice(0, MAX_QUOTED_CHARACTERS).replace(/(?:\*\*|`)(?!.*(?:\*\*|`))/s, '')
  return line.length <= MAX_QUOTED_CHARACTERS ? line : `${cut.trimEnd()}…`
}
