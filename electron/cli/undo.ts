import { Ulid } from '../../shared/change.ts'
import type { UndoOutcome } from '../../shared/commit.ts'
import { AppError } from '../../shared/errors.ts'
import { shownName } from '../../shared/invisible.ts'
import { hunkLines } from '../../shared/merge/lines.ts'
import { english } from '../../shared/messages/english.ts'
import { verbatim } from '../../shared/messages/say.ts'
import type { Conflict, UndoPreview, UndoWhat } from '../../shared/undoing.ts'
import type { Core } from '../core.ts'
import { jsonLine, print } from './output.ts'
import { printable, withCore, type Place } from './place.ts'
import { type Labels, printComparison, report } from './repair.ts'

export interface UndoOptions {
  /** "CONVERSATION:N", N with --conversation, or the id of the message that began it. */
  readonly turn?: string
  readonly conversation?: string
  /** The program, as `--client` named it when it wrote. */
  readonly client?: string
  /** ISO 8601; with `client`. */
  readonly from?: string
  /** Hunks of one commit, from 1, as `show --json` and the window count them: file after file. */
  readonly hunk?: readonly number[]
  readonly dryRun?: boolean
  readonly json?: boolean
  /** Overrides a policy that refuses it. */
  readonly anyway?: boolean
}

/** Ends the process with this code when only the user can decide. */
const CONFLICT_EXIT_CODE = 2

/** Undoes commits, a turn, a conversation, or hunks; without any of them, the newest change in effect. */
export async function undo(place: Place, refs: readonly string[], options: UndoOptions = {}): Promise<void> {
  await withCore(place, async (core) => carryOut(core, 'undo', await whatToUndo(core, refs, options), options))
}

/** Undoes an undo, named by itself or by what it undid; without one, the newest in effect if no change followed it. */
export async function redo(place: Place, ref: string | undefined, options: UndoOptions = {}): Promise<void> {
  await withCore(place, async (core) =>
    carryOut(core, 'redo', ref === undefined ? null : await undoOf(core, ref), options),
  )
}

async function carryOut(
  core: Core,
  verb: 'undo' | 'redo',
  named: UndoWhat | null,
  options: UndoOptions,
): Promise<void> {
  const { dryRun = false, anyway = false } = options
  if (dryRun) await preview(core, named ?? (await nextStep(core, verb)), options)
  else await finish(await core.undo(named ?? { next: verb }, { override: anyway }), verb, options)
}

async function whatToUndo(core: Core, refs: readonly string[], options: UndoOptions): Promise<UndoWhat | null> {
  const { turn, conversation, client, from, hunk } = options
  const ways = [refs.length > 0, turn !== undefined || conversation !== undefined, client !== undefined]
  if (ways.filter(Boolean).length > 1)
    throw new AppError(
      'bad-request',
      verbatim('Name commits, a turn, a conversation or a program, but only one of these at a time.'),
    )
  if (from !== undefined && client === undefined)
    throw new AppError('bad-request', verbatim('--from goes with --client. Name the program, too.'))
  if (client !== undefined) return writtenBy(core, { client, from })
  if (hunk !== undefined) {
    const [ref, ...more] = refs
    if (ref === undefined || more.length > 0)
      throw new AppError('bad-request', verbatim('--hunk names a part of one commit. Name that commit, too.'))
    return hunksOf(core, ref, hunk)
  }
  if (refs.length > 0) return { commits: refs }
  const what = turn !== undefined ? await turnNamed(core, turn, conversation) : { conversation }
  if (what.conversation === undefined) return null
  const { commits } = await core.store.history({ conversation: what.conversation, limit: 1 })
  if (commits.length === 0)
    throw new AppError(
      'unknown-commit',
      verbatim(`No commit in this store belongs to the conversation ${what.conversation}.`),
    )
  return { ...what, conversation: what.conversation }
}

async function writtenBy({ store }: Core, what: Extract<UndoWhat, { readonly client: string }>): Promise<UndoWhat> {
  if ((await store.previewUndo(what)).commits > 0) return what
  throw new AppError('unknown-commit', verbatim(`${what.client} wrote nothing here that is not undone already.`))
}

async function turnNamed(
  { store }: Core,
  turn: string,
  conversation: string | undefined,
): Promise<{ readonly conversation: string; readonly turn: number }> {
  const [, inConversation = conversation, digits] = /^(?:([A-Za-z0-9_-]{1,64}):)?(\d{1,9})$/.exec(turn) ?? []
  if (inConversation !== undefined && digits !== undefined && Number(digits) > 0)
    return { conversation: inConversation, turn: Number(digits) }
  if (Ulid.safeParse(turn).success) {
    let after: string | undefined
    do {
      const page = await store.history({ conversation, limit: 500, after })
      const found = page.commits.find(({ origin }) => origin.message === turn)?.origin
      if (found?.conversation !== undefined && found.turn !== undefined)
        return { conversation: found.conversation, turn: found.turn }
      after = page.next ?? undefined
    } while (after !== undefined)
    throw new AppError('unknown-commit', verbatim(`No commit in this store belongs to the message ${turn}.`))
  }
  throw new AppError(
    'bad-request',
    verbatim(
      'Name a turn as CONVERSATION:NUMBER, as a number together with --conversation, or by the ID of its message.',
    ),
  )
}

async function hunksOf({ store }: Core, ref: string, wanted: readonly number[]): Promise<UndoWhat> {
  const commit = await store.commit(ref)
  let count = 0
  const chosen: { path: string; removed: number[]; added: number[] }[] = []
  for (const { change } of commit.changes) {
    const [before, after] = await Promise.all(
      [change.before, change.after].map((blob) => (blob === null ? '' : store.text(blob.id))),
    )
    for (const { removed, added } of before == null || after == null ? [] : hunkLines(before, after)) {
      count += 1
      if (!wanted.includes(count)) continue
      const known = chosen.find(({ path }) => path === change.path)
      if (known === undefined) chosen.push({ path: change.path, removed: [...removed], added: [...added] })
      else {
        known.removed.push(...removed)
        known.added.push(...added)
      }
    }
  }
  const missing = wanted.find((number) => number < 1 || number > count)
  if (missing !== undefined)
    throw new AppError(
      'bad-request',
      verbatim(`“${commit.subject}” has ${count} ${count === 1 ? 'hunk' : 'hunks'}; there is no hunk ${missing}.`),
    )
  const [lines, ...more] = chosen
  if (lines === undefined || more.length > 0)
    throw new AppError('bad-request', verbatim('The hunks must be in one file. Undo those in other files separately.'))
  return { commits: [commit.id], lines }
}

async function nextStep({ store }: Core, verb: 'undo' | 'redo'): Promise<UndoWhat> {
  const step = (await store.nextSteps())[verb]
  if (step === null) throw nothingTo(verb)
  return { commits: [step.id] }
}

/** Names the undone commit or the undo itself: both mean the same. */
async function undoOf({ store }: Core, ref: string): Promise<UndoWhat> {
  const { id, undoneBy, origin, subject } = await store.commit(ref)
  if (undoneBy === null && origin.undoes === undefined && origin.undoesPart === undefined)
    throw new AppError('bad-request', verbatim(`“${subject}” isn’t undone, so there is nothing to redo.`))
  return { commits: [undoneBy ?? id] }
}

const PREVIEWING: Labels = ['restore', 'delete ', 'change ', 'move   ']

async function preview({ store }: Core, what: UndoWhat, { json = false }: UndoOptions): Promise<void> {
  const found = await store.previewUndo(what)
  await printComparison(found, json, PREVIEWING)
  const open = openConflicts(found)
  if (open.length === 0) return
  if (!json) await print(printable(`${describe(open)}\n`))
  process.exitCode = CONFLICT_EXIT_CODE
}

const openConflicts = ({ conflicts }: Pick<UndoPreview, 'conflicts'>): readonly Conflict[] =>
  conflicts.filter(({ choice }) => choice === null)

async function finish(outcome: UndoOutcome, verb: 'undo' | 'redo', { json = false }: UndoOptions): Promise<void> {
  if (outcome.kind === 'nothing') throw nothingTo(verb)
  if (outcome.kind !== 'conflict') {
    await report(outcome, json)
    return
  }
  if (json) await print(jsonLine(outcome))
  process.stderr.write(printable(`${english(outcome.reason)}\n${json ? '' : `${describe(outcome.conflicts ?? [])}\n`}`))
  process.exitCode = CONFLICT_EXIT_CODE
}

const nothingTo = (verb: 'undo' | 'redo'): AppError =>
  new AppError('bad-request', verbatim(`There is nothing to ${verb}.`))

/** Each conflict with its three texts, as people read them. */
function describe(conflicts: readonly Conflict[]): string {
  return conflicts
    .map(({ path, kind, line, base, mine, theirs }) => {
      if (kind === 'name') return `${shownName(path)}: its earlier name is taken`
      const texts = [
        ['now', mine],
        ['to restore', theirs],
        ['was written', base],
      ] as const
      const shown = texts.map(([label, text]) => `  ${label}:\n${indented(text ?? '(not text)')}`)
      return [`${shownName(path)}, ${kind === 'file' ? 'the whole file' : `line ${line}`}`, ...shown].join('\n')
    })
    .join('\n')
}

function indented(text: string): string {
  return text === '' ? '    (nothing)' : text.trimEnd().replace(/^/gm, '    ')
}
