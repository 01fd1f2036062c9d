import { useEffect } from 'react'
import { create } from 'zustand'
import { openFile, openPast } from './routes.ts'

interface LineRequest {
  readonly path: string
  readonly line: number
}

const useLineRequest = create<{ readonly request: LineRequest | null }>(() => ({ request: null }))

/** Opens a file with one of its lines (from 1) selected. */
export function openLine(path: string, line: number): void {
  useLineRequest.setState({ request: { path, line } })
  openFile(path)
}

/** The same in the memory as it was at a commit. */
export function openPastLine(commit: string, path: string, line: number): void {
  useLineRequest.setState({ request: { path, line } })
  openPast(commit, path)
}

/** Calls back once with the line requested in this file. */
export function useRequestedLine(path: string, select: (line: number) => void): void {
  const { request } = useLineRequest()
  useEffect(() => {
    if (request?.path !== path) return
    useLineRequest.setState({ request: null })
    select(request.line)
  })
}
