import { pastPath } from '../state/routes.ts'

/** The route of Memory: from a point of the timeline, the memory at that point; otherwise the last one visited. */
export function memoryPlace(at: string, last: string): string {
  const [, view, commit] = at.split('/')
  return view === 'timeline' && commit !== undefined && commit !== '' ? pastPath(decodeURIComponent(commit)) : last
}
