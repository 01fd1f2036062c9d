import { Trans } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import type { Blob } from '../../shared/change.ts'
import type { Commit } from '../../shared/commit.ts'
import type { Tree } from '../../shared/memory.ts'
import { files } from '../format/counts.ts'
import { size } from '../format/sizes.ts'
import { FileTree } from '../memory-parts/FileTree.tsx'
import { PastText } from '../memory-parts/PastText.tsx'
import { api, sentence } from '../state/api.ts'
import { useText } from '../state/memory-store.ts'
import { pastPath } from '../state/routes.ts'
import { useStatusBar } from '../state/status-bar-store.ts'
import { useOpenings } from '../state/use-load.ts'
import { Skeleton } from '../ui/Skeleton.tsx'

/** The whole memory as it was at one commit, read-only. */
export function PastMemory({ commit }: { readonly commit: Commit }) {
  const [tree, setTree] = useState<Tree | null>(null)
  const [path, setPath] = useState<string | undefined>(commit.changes[0]?.change.path)
  const openings = useOpenings()
  useEffect(() => {
    let isCurrent = true
    api.memory.tree.query({ at: commit.id }).then(
      (answer) => isCurrent && setTree(answer),
      (error: unknown) => useStatusBar.getState().warn(sentence(error)),
    )
    return () => {
      isCurrent = false
    }
  }, [commit.id, openings])
  const file = tree?.files.find((other) => other.path === path)
  if (tree === null) return <Skeleton rows={8} />
  return (
    <div className="then-files">
      <FileTree
        files={tree.files}
        selected={path}
        onOpen={setPath}
        head={
          <p className="meta then-sum">
            {files(tree.files.length)} · {size(tree.bytes)} ·{' '}
            <a className="text-link" href={`#${pastPath(commit.id, path)}`}>
              <Trans>Open in Memory</Trans>
            </a>
          </p>
        }
      />
      <div className="scroll sheet">
        {file === undefined ? (
          <p className="bare-state ink3">
            <Trans>Choose a file to read it as it was.</Trans>
          </p>
        ) : (
          <PastFile key={file.path} path={file.path} blob={file.blob} />
        )}
      </div>
    </div>
  )
}

function PastFile({ path, blob }: { readonly path: string; readonly blob: Blob }) {
  return <PastText path={path} blob={blob} text={useText(blob.id)} showAs="rendered" />
}
