import { plural, t } from '@lingui/core/macro'
import type { UndoPreview } from '../../shared/undoing.ts'
import { changes as countOfChanges, files } from '../format/counts.ts'
import { sentencesText } from '../format/language.ts'

/** What an undo, or a redo, leads to, before it happens. */
export function leadsTo({ commits, changeCount, conflicts, keeps }: UndoPreview, isRedo: boolean): string {
  if (changeCount === 0 && conflicts.length === 0)
    return isRedo
      ? plural(commits, {
          one: 'Nothing left to redo: the memory already has this change.',
          other: 'Nothing left to redo: the memory already has these changes.',
        })
      : plural(commits, {
          one: 'Nothing left to undo: the memory no longer has this change.',
          other: 'Nothing left to undo: the memory no longer has these changes.',
        })
  const open = conflicts.filter(({ choice }) => choice === null).length
  const [what, where] = [countOfChanges(commits), files(changeCount)]
  const does =
    changeCount === 0
      ? isRedo
        ? t`Redoes ${what}.`
        : t`Undoes ${what}.`
      : isRedo
        ? t`Redoes ${what} in ${where}.`
        : t`Undoes ${what} in ${where}.`
  const kept =
    keeps.length > 0 &&
    plural(keeps.length, {
      one: 'Later changes in # file are kept.',
      other: 'Later changes in # files are kept.',
    })
  const decide =
    open > 0 &&
    plural(open, {
      one: '# passage has changed again since then. Decide what stays.',
      other: '# passages have changed again since then. Decide what stays.',
    })
  return sentencesText([does, kept, decide])
}
