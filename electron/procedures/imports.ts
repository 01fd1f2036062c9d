import { setTimeout } from 'node:timers/promises'
import { z } from 'zod'
import { StorePath, Ulid } from '../../shared/change.ts'
import { ImportKind, type ImportProgress, UPLOAD_PIECE } from '../../shared/import.ts'
import { ask, forPage, t } from './base.ts'

const OfUpload = z.object({ id: Ulid })
/** Progress is told at most so often. */
const STEP_MS = 200

/** What the user brings in: it is sent here first, then read, and then waits under Review. */
export const importProcedures = t.router({
  begin: ask.mutation(({ ctx }) => ctx.core.uploads.begin()),
  add: ask
    .input(OfUpload.extend({ name: z.string().min(1).max(1_000), bytes: z.base64().max(UPLOAD_PIECE * 1.4) }))
    .mutation(({ ctx, input }) => ctx.core.uploads.add(input.id, input.name, Buffer.from(input.bytes, 'base64'))),
  discard: ask.input(OfUpload).mutation(({ ctx, input }) => ctx.core.uploads.discard(input.id)),
  /** Reads what was sent; it is gone then. Unsubscribing cancels, and nothing waits. */
  read: ask
    .input(
      OfUpload.extend({
        as: ImportKind.optional(),
        into: StorePath.or(z.literal('')).default(''),
        conversations: z.boolean().default(false),
      }),
    )
    .subscription(async function* ({ ctx, input: { id, ...how }, signal }): AsyncGenerator<ImportProgress> {
      const { uploads, imports } = ctx.core
      const stopping = signal ?? new AbortController().signal
      const steps: ImportProgress[] = []
      try {
        let last = 0
        const told = (done: number, total: number): void => {
          if (Date.now() - last < STEP_MS) return
          last = Date.now()
          steps.push({ kind: 'progress', done, total })
        }
        const coming = imports.bringIn(await uploads.paths(id), { ...how, signal: stopping, told })
        yield* whileRunning(coming, () => steps.splice(0))
        const { proposal, conversations } = await coming
        const { id: made, sources, files } = proposal
        yield { kind: 'done', waiting: files.length === 0 ? null : made, sources, conversations }
      } catch (error) {
        throw forPage(error)
      } finally {
        await uploads.discard(id)
      }
    }),
  proposal: ask.input(OfUpload).query(({ ctx, input }) => ctx.core.imports.proposal(input.id)),
})

/** What there is to tell, until the work is done. */
async function* whileRunning<Step>(work: Promise<unknown>, told: () => readonly Step[]): AsyncGenerator<Step> {
  const over = work.then(
    () => true,
    () => true,
  )
  for (;;) {
    const isOver = await Promise.race([over, setTimeout(STEP_MS, false)])
    yield* told()
    if (isOver) return
  }
}
