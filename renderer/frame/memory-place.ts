import { pastPath } from '../state/routes.ts'

/** Where Memory leads: from a point of the timeline to the memory as it was then, else to where one was last. */
export function memoryPlace(at: string, last: string): string {
  const [, view, commit] = at.split('/')
  return view === 'timeline' && commit !== undefined && commit !== '' ? pastPath(decodeURIComponent(commit)) : last
}
