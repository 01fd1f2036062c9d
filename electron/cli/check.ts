import { AppError } from '../../shared/errors.ts'
import { english } from '../../shared/messages/english.ts'
import { verbatim } from '../../shared/messages/say.ts'
import type { Core } from '../core.ts'
import { jsonLine, print } from './output.ts'
import { printable, withCore, type Place } from './place.ts'

/** Checks the history; exits with 1 if a finding was not repaired. */
export async function check(
  place: Place,
  { repair = false, json = false }: { readonly repair?: boolean; readonly json?: boolean },
): Promise<void> {
  await withCore(place, async ({ store }: Core) => {
    const report = await store.check({ repair })
    if (json) await print(jsonLine(report))
    else {
      for (const { what, means, done, canRepair } of report.findings) {
        await print(
          printable(
            `${english(what)}\n  ${english(means)}\n  ${done === null ? (canRepair ? 'Run “variorum check --repair” to repair it.' : 'It can’t be repaired with the data in this folder.') : english(done)}\n`,
          ),
        )
      }
      await print(
        `${report.commits} ${report.commits === 1 ? 'commit' : 'commits'} and ${report.objects} objects checked: ${report.findings.length === 0 ? 'everything is intact' : `${report.findings.length} ${report.findings.length === 1 ? 'problem' : 'problems'} found`}.\n`,
      )
    }
    if (report.findings.some(({ done }) => done === null)) process.exitCode = 1
  })
}

const NO_FULL_TEXT =
  'The index needs Node 22.16 or newer. Without it git itself is searched, which takes longer in a long history.'

/** Rebuilds what is derived from git. */
export async function reindex(place: Place): Promise<void> {
  await withCore(place, async ({ store }: Core) => {
    await store.reindex().catch((error: unknown) => {
      if (!(error instanceof Error) || !error.message.includes('fts5')) throw error
      throw new AppError('bad-request', verbatim(NO_FULL_TEXT))
    })
    await print('The index of the history was rebuilt.\n')
  })
}
