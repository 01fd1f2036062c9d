import { JobList } from './JobList.tsx'
import { JobView } from './JobView.tsx'

/** Work over several sessions: all jobs, or one. */
export function JobsView({ name }: { readonly name: string | undefined }) {
  return name === undefined ? <JobList /> : <JobView key={name} name={name} />
}
