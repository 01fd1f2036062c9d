import { Trans } from '@lingui/react/macro'
import type { Commit } from '../../shared/commit.ts'
import { shownName } from '../../shared/invisible.ts'
import { POLICIES_PATH } from '../../shared/policies-path.ts'
import { pathLabel } from '../format/path-label.ts'
import { pathParts } from '../format/path-parts.ts'
import { formerPath, mainPath } from '../format/verbs.ts'

/** A path in monospace, with emphasis on the file's name. The policies file is named instead. */
export function PathText({ path }: { readonly path: string }) {
  if (path === POLICIES_PATH) return <b>{pathLabel(path)}</b>
  const shown = shownName(path)
  if (shown.length > MAX_PLAIN_CHARACTERS)
    return (
      <span className="path" title={shown}>
        <Shortened text={shown} />
      </span>
    )
  const cut = shown.lastIndexOf('/') + 1
  return (
    <span className="path">
      {cut > 0 && <span className="folder">{shown.slice(0, cut)}</span>}
      <b>{shown.slice(cut)}</b>
    </span>
  )
}

/** The name of a file or folder. */
export function NameText({ name }: { readonly name: string }) {
  const shown = shownName(name)
  return shown.length > MAX_PLAIN_CHARACTERS ? <Shortened text={shown} /> : shown
}

/** There is room for so much everywhere. */
const MAX_PLAIN_CHARACTERS = 16

/**
 * A path that gives way in its middle: first the outer folders, then the last one, then the middle of the name; never the
 * end of the name. The parts are drawn by the style sheet, so that to readers and programs it is one text.
 */
function Shortened({ text }: { readonly text: string }) {
  const { folders, folder, slash, name, end } = pathParts(text)
  return (
    <>
      <span className="vh">{text}</span>
      <span className="parts" aria-hidden>
        {folders !== '' && <i data-text={folders} />}
        {folder !== '' && <i className="last" data-text={folder} />}
        <i className="stays" data-text={slash} />
        {name !== '' && <i className="name" data-text={name} />}
        <i className="name stays" data-text={end} />
      </span>
    </>
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
