import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { Stranger } from '../../shared/stores.ts'
import { worded } from '../format/worded.ts'

/** What came with a folder, as plain text: somebody else wrote it. */
export function CameWith({ stranger }: { readonly stranger: Stranger }) {
  const { changes, instructions, policies, hasAccessLog, hasForgedJournal, hasSettings, hasMarks } = stranger
  const facts = [
    changes > 0
      ? plural(changes, {
          one: '# change not yet in git; if you use what came with the folder, it’s written to the files and the history',
          other:
            '# changes not yet in git; if you use what came with the folder, they’re written to the files and the history',
        })
      : [],
    hasForgedJournal ? t`A journal that Variorum can’t have written; it’s never used` : [],
    hasAccessLog ? t`An access log, used to find files that nobody reads` : [],
    hasSettings ? t`Store settings` : [],
    hasMarks
      ? t`Marks that say which commits Variorum made; without the marks, those commits are shown as another program’s`
      : [],
  ].flat()
  return (
    <section className="came-with" aria-label={t`What came with this folder`}>
      <h3>
        <Trans>What came with this folder</Trans>
      </h3>
      {facts.length > 0 && (
        <ul>
          {facts.map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      )}
      {policies.length > 0 && (
        <>
          <h3>
            <Trans>Policies that allow what the defaults don’t</Trans>
          </h3>
          <ul aria-label={t`The folder’s policies`}>
            {policies.map(worded).map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </>
      )}
      {instructions !== '' && (
        <>
          <h3>
            <Trans>Instructions to the model</Trans>
          </h3>
          <pre className="scroll" tabIndex={0} role="group" aria-label={t`Instructions to the model`}>
            {instructions}
          </pre>
        </>
      )}
    </section>
  )
}
