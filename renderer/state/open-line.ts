import { useEffect } from 'react'
import { create } from 'zustand'
import { openFile } from './routes.ts'

interface Wanted {
  readonly path: string
  readonly line: number
}

const useWanted = create<{ readonly wanted: Wanted | null }>(() => ({ wanted: null }))

/** Opens a file with one of its lines (from 1) selected. */
export function openLine(path: string, line: number): void {
  useWanted.setState({ wanted: { path, line } })
  openFile(path)
}

/** Calls back once with the line that was asked for in a file. */
export function useWantedLine(path: string, select: (line: number) => void): void {
  const { wanted } = useWanted()
  useEffect(() => {
    if (wanted?.path !== path) return
    useWanted.setState({ wanted: null })
    select(wanted.line)
  })
}
