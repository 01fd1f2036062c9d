import { type CountedChange, PointName, type WriteOutcome } from '../../shared/commit.ts'
import { AppError } from '../../shared/errors.ts'
import type { Comparison } from '../../shared/memory.ts'
import { english } from '../../shared/messages/english.ts'
import { verbatim } from '../../shared/messages/say.ts'
import { storePath } from '../store-path.ts'
import { print, printLine } from './output.ts'
import { type Place, tellWaiting, withCore } from './place.ts'

interface RestoreOptions {
  readonly dryRun?: boolean
  readonly json?: boolean
  readonly withPolicies?: boolean
  /** Overrides a policy that refuses it. */
  readonly anyway?: boolean
}

export async function restore(
  place: Place,
  ref: string,
  path = '',
  { dryRun = false, json = false, withPolicies = false, anyway = false }: RestoreOptions = {},
): Promise<void> {
  if (withPolicies && storePath(path) !== '')
    throw new AppError(
      'bad-request',
      verbatim(
        '--with-policies is for the whole store. Leave out the path, or name .variorum/policies.json as the path.',
      ),
    )
  const how = { withPolicies, override: anyway }
  await withCore(place, async (core) => {
    if (dryRun) await printComparison(await core.store.previewRestore(ref, storePath(path), how), json, RESTORING)
    else {
      await report(await core.restore(ref, [storePath(path)], how), json)
      if (withPolicies) await tellWaiting(core)
    }
  })
}

/** Names the current state, or an earlier one; without a name, lists the names. */
export async function point(
  place: Place,
  name: string | undefined,
  ref: string | undefined,
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  const named = name === undefined ? undefined : pointName(name)
  await withCore(place, async ({ store, makePoint }) => {
    if (named !== undefined) await makePoint(named, ref)
    const points = (await store.points()).filter((each) => named === undefined || each.name === named)
    for (const each of points)
      await (json
        ? print(`${JSON.stringify(each)}\n`)
        : printLine(`${each.commit.slice(0, 10)}  ${each.madeAt}  ${each.name}`))
  })
}

function pointName(typed: string): string {
  const name = PointName.safeParse(typed)
  if (!name.success) throw new AppError('bad-request', verbatim('A name has 1 to 60 characters, on one line.'))
  return name.data
}

/** The arguments as typed: `A`, `A B`, `A PATH` or `A B PATH`. */
interface DiffArguments {
  readonly from: string
  readonly second: string | undefined
  readonly third: string | undefined
}

/** Compares states. The second argument is a state if it names one, else a path. */
export async function diff(
  place: Place,
  { from, second, third }: DiffArguments,
  { json = false }: { readonly json?: boolean },
): Promise<void> {
  await withCore(place, async ({ store }) => {
    const isState = second !== undefined && (third !== undefined || (await store.isPoint(second)))
    const path = storePath((isState ? third : second) ?? '')
    const comparison = await store.compare(from, isState ? second : null, path)
    // What is in neither state is not there now, and a mistyped state is no path.
    if (!isState && path !== '' && comparison.changeCount === 0 && (await store.look(path)).kind === 'missing')
      throw new AppError(
        'bad-request',
        verbatim(`“${path}” is no commit, branch, tag or restore point, and no file or folder of either state.`),
      )
    await printComparison(comparison, json, COMPARING)
  })
}

/** Labels for a file that is only in the second state, only in the first, in both, or under another name. */
export type Labels = readonly [added: string, removed: string, changed: string, moved: string]
const RESTORING: Labels = ['restore', 'delete ', 'change ', 'move   ']
const COMPARING: Labels = ['added  ', 'removed', 'changed', 'moved  ']

export async function printComparison(comparison: Comparison, json: boolean, labels: Labels): Promise<void> {
  const { changes, changeCount } = comparison
  if (json) {
    await print(`${JSON.stringify(comparison)}\n`)
    return
  }
  for (const each of changes) await printLine(line(each, labels))
  if (changeCount > changes.length) await print(`and ${changeCount - changes.length} more\n`)
  if (changeCount === 0) await print('No differences.\n')
}

function line(
  { change: { path, before, after, from }, lines }: CountedChange,
  [added, removed, changed, moved]: Labels,
): string {
  const kind = before === null ? added : after === null ? removed : from === undefined ? changed : moved
  const counts = lines === null ? '' : `  +${lines.added} -${lines.removed}`
  return `${kind}  ${from === undefined ? '' : `${from} -> `}${path}${counts}`
}

function since({ leadsTo }: Extract<WriteOutcome, { kind: 'committed' }>): string {
  return leadsTo == null || leadsTo.since === null ? '' : `: ${leadsTo.path} is as it was at ${leadsTo.since}`
}

export async function report(outcome: WriteOutcome, json: boolean): Promise<void> {
  if (outcome.kind === 'refused' && outcome.mayOverride === true)
    throw new AppError(
      'bad-request',
      verbatim(`${english(outcome.reason)} To put it into the memory and its history anyway, add --anyway.`),
    )
  if (outcome.kind !== 'committed') throw new AppError('bad-request', outcome.reason)
  const { commit } = outcome
  const count = `${commit.changeCount} ${commit.changeCount === 1 ? 'file' : 'files'}`
  await (json
    ? print(`${JSON.stringify(commit)}\n`)
    : printLine(`${commit.id}  ${commit.subject} (${count})${since(outcome)}`))
}
