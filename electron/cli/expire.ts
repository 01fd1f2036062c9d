import { AppError } from '../../shared/errors.ts'
import { say, verbatim } from '../../shared/messages/say.ts'
import type { Core } from '../core.ts'
import { dayOf } from '../policy-keeper/day.ts'
import { print, printLine } from './output.ts'
import { type Place, withCore } from './place.ts'

/** Removes expired files as the policies say; with --dry-run, prints what would be removed. */
export async function expire(
  place: Place,
  { dryRun = false, now }: { readonly dryRun?: boolean; readonly now?: string },
): Promise<void> {
  const at = now === undefined ? new Date() : new Date(now)
  if (Number.isNaN(at.getTime()))
    throw new AppError('bad-request', verbatim(`“${now}” isn’t a date. Enter one like 2026-11-20.`))
  await withCore(place, async ({ policies, review, store }: Core) => {
    let plan = await policies.runExpiry(at, dryRun)
    if (plan === null && (await store.reindex({ resume: true }))) plan = await policies.runExpiry(at, dryRun)
    if (plan === null) throw new AppError('bad-request', say('use-unknown'))
    if (!dryRun) await review.expire(dayOf(at))
    for (const { path } of plan.now) await printLine(`${dryRun ? 'would remove' : 'removed'}  ${path}`)
    for (const { path } of plan.ask) await printLine(`asks first  ${path}`)
    for (const { path, inDays } of plan.announced)
      await printLine(`in ${inDays} ${inDays === 1 ? 'day' : 'days'}  ${path}`)
    if (plan.now.length + plan.ask.length + plan.announced.length === 0) await print('Nothing expires.\n')
  })
}
