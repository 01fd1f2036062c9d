import { ObjectId } from '../../../shared/change.ts'
import { daysLater, namedDay, timeNamed } from '../../../shared/named-day.ts'
import { allRefs, textIn } from '../git/all-refs.ts'
import { isRefName } from '../git/names.ts'
import { MAX_ALIASES } from '../git/refs.ts'
import type { Repository } from '../repo/repository.ts'

// What people who know git also call a commit. Source: git's Documentation/revisions.

/** One step from a commit: to its `n`th parent, or `n` first parents back. */
interface Step {
  readonly sign: '^' | '~'
  readonly count: number
}

const STEPS = /(?:[~^]\d{0,9})+$/
/** Where git looks for a short name, in this order. Source: git's refs.c, ref_rev_parse_rules. */
const RULES = ['*', 'refs/*', 'refs/tags/*', 'refs/heads/*', 'refs/remotes/*', 'refs/remotes/*/HEAD']
const MAX_TAGS_OF_TAGS = 10

/** Divides "HEAD~3^2" into the name and the steps. That a commit is wanted ("v1^{commit}", "v1^{}") goes without saying. */
export function stepsOf(named: string): { readonly name: string; readonly steps: readonly Step[] } {
  const ref = named.replace(/\^\{(?:commit)?\}/g, '^0')
  const suffix = STEPS.exec(ref)?.[0] ?? ''
  const steps = [...suffix.matchAll(/([~^])(\d*)/g)].map(([, sign, count]): Step => ({
    sign: sign === '~' ? '~' : '^',
    count: count === '' ? 1 : Number(count),
  }))
  return { name: ref.slice(0, ref.length - suffix.length), steps }
}

/** Where the steps lead; null where a commit has no such parent. */
export function walkSteps(repo: Repository, from: ObjectId, steps: readonly Step[]): ObjectId | null {
  let at: ObjectId | null = from
  for (const { sign, count } of steps) {
    if (sign === '^') at = count === 0 ? at : (repo.objects.readCommit(at).parents[count - 1] ?? null)
    else for (let left = count; left > 0 && at !== null; left -= 1) at = repo.objects.readCommit(at).parents[0] ?? null
    if (at === null) return null
  }
  return at
}

/**
 * The commit of a branch, a tag or another ref, by its full or short name, or the one it was at some changes ago
 * ("main@{1}"); null when there is none.
 */
export async function commitOfRef(repo: Repository, named: string): Promise<ObjectId | null> {
  const [, name = named, back] = /^(.*)@\{(\d{1,9})\}$/.exec(named) ?? []
  const refs = await allRefs(repo.gitdir)
  const full = RULES.map((rule) => rule.replace('*', () => name)).find((ref) => isRefName(ref) && refs.has(ref))
  if (back !== undefined) return commitBefore(repo, full ?? name, Number(back))
  let value = refs.get(full ?? '')
  for (let left = MAX_ALIASES; left > 0 && value?.startsWith('ref:') === true; left -= 1)
    value = refs.get(value.slice('ref:'.length).trim())
  const id = ObjectId.safeParse(value)
  return id.success ? peeled(repo, id.data) : null
}

async function commitBefore(repo: Repository, ref: string, back: number): Promise<ObjectId | null> {
  const [, branch = 'HEAD'] = /^ref:\s*(\S+)$/.exec(await textIn(repo.gitdir, 'HEAD')) ?? []
  const log = ref === '' ? branch : ref === '@' ? 'HEAD' : ref
  if (log !== 'HEAD' && !isRefName(log)) return null
  const changes = (await textIn(repo.gitdir, `logs/${log}`)).split('\n')
  const id = ObjectId.safeParse(changes.at(-1 - back)?.split(' ')[1])
  return id.success ? id.data : null
}

/** The commit that a tag names, or the commit itself. */
function peeled(repo: Repository, id: ObjectId): ObjectId | null {
  for (let [at, left] = [id, MAX_TAGS_OF_TAGS]; left > 0; left -= 1) {
    const { type, bytes } = repo.objects.read(at)
    if (type === 'commit') return at
    const named = type === 'tag' ? /^object ([0-9a-f]{40})\n/.exec(bytes.toString('latin1', 0, 100))?.[1] : undefined
    if (named === undefined) return null
    at = named
  }
  return null
}

/** The moment that a day ("yesterday", "2026-11-20") or a time names: the end of that day, or right after that time. */
export function momentAfter(name: string): Date | null {
  const day = namedDay(name)
  if (day !== null) return daysLater(day, 1)
  const time = timeNamed(name)
  return time === null ? null : new Date(time.getTime() + 1)
}
