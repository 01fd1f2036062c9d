import { Trans } from '@lingui/react/macro'
import type { Commit } from '../../shared/commit.ts'
import { shownName } from '../../shared/invisible.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import { pathLabel } from '../format/path-label.ts'
import { formerPath, mainPath } from '../format/verbs.ts'

/** A path in monospace, with emphasis on the file's name. The policies file is named instead. */
export function PathText({ path }: { readonly path: string }) {
  if (path === POLICIES_PATH) return <b>{pathLabel(path)}</b>
  const shown = shownName(path)
  const cut = shown.lastIndexOf('/') + 1
  return (
    <span className="path">
      {cut > 0 && <span className="folder">{shown.slice(0, cut)}</span>}
      <b>{shown.slice(cut)}</b>
    </span>
  )
}

/** Before the new path of a file or folder: the former one. */
export function RenamedFrom({ path }: { readonly path: string }) {
  return (
    <>
      <PathText path={path} />{' '}
      <span className="to">
        <Trans context="the new name of a file">to</Trans>
      </span>{' '}
    </>
  )
}

/** What a commit is about: a file or a folder, with its former name if that changed. */
export function MainPath({ commit }: { readonly commit: Commit }) {
  const from = formerPath(commit)
  return (
    <>
      {from !== null && <RenamedFrom path={from} />}
      <PathText path={mainPath(commit)} />
    </>
  )
}
