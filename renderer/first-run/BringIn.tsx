import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { FilePlus, FolderPlus } from 'lucide-react'
import { useState } from 'react'
import { PathText } from '../memory-parts/PathText.tsx'
import { importOf, type PendingImport, whyTooMuch } from '../state/import-store.ts'
import { pickFiles } from '../state/incoming-files.ts'
import { Button } from '../ui/Button.tsx'
import { type FileMark, useFileMarks } from './use-file-marks.ts'

interface BringInProps {
  readonly chosen: PendingImport | null
  readonly choose: (chosen: PendingImport | null) => void
}

/** A folder or files to begin with. Every file is named before it is copied. */
export function BringIn({ chosen, choose }: BringInProps) {
  const [problem, setProblem] = useState<string | null>(null)
  const pick = async (what: 'files' | 'contents'): Promise<void> => {
    const found = await pickFiles(what, '')
    if (found.length === 0) return
    const pending = importOf(found)
    const tooMuch = whyTooMuch(pending)
    setProblem(tooMuch)
    choose(tooMuch === null ? pending : null)
  }
  return (
    <>
      <p className="hp">
        <Trans>You’ll see every file before it’s copied. Secrets are redacted.</Trans>
      </p>
      <div className="row">
        <Button icon={FolderPlus} onClick={() => void pick('contents')}>
          <Trans>A folder</Trans>
        </Button>
        <Button icon={FilePlus} onClick={() => void pick('files')}>
          <Trans>Files</Trans>
        </Button>
        {chosen !== null && (
          <Button variant="q" onClick={() => choose(null)}>
            <Trans>Clear selection</Trans>
          </Button>
        )}
      </div>
      <div role="status">
        {problem !== null && <p className="bad">{problem}</p>}
        {chosen !== null && <ChosenFiles {...chosen} />}
      </div>
    </>
  )
}

function ChosenFiles({ files, taken, hidden, tooLarge }: PendingImport) {
  const isTaken = new Set(taken)
  const marks = useFileMarks(files)
  return (
    <>
      <p className="hp">
        {plural(files.length - taken.length, {
          0: 'No files will be copied.',
          one: '# file will be copied, as one change by you.',
          other: '# files will be copied, as one change by you.',
        })}
      </p>
      <ul className="uncommitted scroll" tabIndex={0} aria-label={t`Chosen files`}>
        {files.map(({ path }) =>
          isTaken.has(path) ? (
            <FileRow key={path} path={path} why={t`left out: already exists`} />
          ) : (
            <FileRow key={path} path={path} mark={marks.get(path)} />
          ),
        )}
        {tooLarge.map((path) => (
          <FileRow key={path} path={path} why={t`left out: over the size limit`} />
        ))}
        {hidden.map((path) => (
          <FileRow key={path} path={path} why={t`left out: hidden`} />
        ))}
      </ul>
    </>
  )
}

interface FileRowProps {
  readonly path: string
  /** Why it is left out. */
  readonly why?: string
  readonly mark?: FileMark | undefined
}

function FileRow({ path, why, mark }: FileRowProps) {
  return (
    <li className={why === undefined ? 'cut' : 'cut ink3'} title={path}>
      <PathText path={path} />
      {why !== undefined && ` · ${why}`}
      {mark !== undefined && (
        <span className="ink3">
          {' · '}
          {mark === 'secret' ? t`secrets will be redacted` : t`not text: the agent can’t read it`}
        </span>
      )}
    </li>
  )
}
