import { useEffect, useState } from 'react'
import { api } from '../state/api.ts'
import type { Incoming } from '../state/incoming-files.ts'

/** What happens to a file that is brought in: something in it is redacted, or no model can read it. */
export type FileMark = 'secret' | 'unreadable'

/** The contract takes no longer text; the mark of a larger file is seen once it is there. */
const MAX_CHECKED_CHARACTERS = 1_000_000

const NONE: ReadonlyMap<string, FileMark> = new Map()

/** The marks of files by path, one after the other as they are read. */
export function useFileMarks(files: readonly Incoming[]): ReadonlyMap<string, FileMark> {
  const [found, setFound] = useState({ of: files, marks: NONE })
  useEffect(() => {
    let isOver = false
    const look = async (): Promise<void> => {
      for (const each of files) {
        const mark = await markOf(each)
        if (isOver) return
        if (mark === null) continue
        setFound(({ of, marks }) => ({ of: files, marks: new Map(of === files ? marks : NONE).set(each.path, mark) }))
      }
    }
    void look()
    return () => {
      isOver = true
    }
  }, [files])
  return found.of === files ? found.marks : NONE
}

async function markOf({ file }: Incoming): Promise<FileMark | null> {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(await file.arrayBuffer())
    if (text === '' || text.length > MAX_CHECKED_CHARACTERS) return null
    const { rules } = await api.chat.check.query({ text })
    return rules.length > 0 ? 'secret' : null
  } catch (error) {
    // What is no UTF-8. Without the core there is no mark; bringing the files in says what is wrong.
    return error instanceof TypeError ? 'unreadable' : null
  }
}
