import { z } from 'zod'
import type { StorePath } from '../change.ts'

/** A job's folder below `jobs/`: letters and digits of any script, and hyphens. */
export const JobName = z
  .string()
  .regex(
    /^[\p{Ll}\p{Lo}\p{N}][\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}-]{0,59}$/u,
    'A job is named by small letters, digits and hyphens.',
  )
export type JobName = z.infer<typeof JobName>

export const JOBS_FOLDER = 'jobs'

/** The files of a job. `start` says how to start and test, with links. */
export const JOB_FILES = {
  progress: 'progress.md',
  features: 'features.json',
  start: 'start.md',
  decisions: 'decisions.md',
} as const
export type JobFileName = keyof typeof JOB_FILES

export const jobFolder = (name: JobName): StorePath => `${JOBS_FOLDER}/${name}`
export const jobFile = (name: JobName, file: JobFileName): StorePath => `${jobFolder(name)}/${JOB_FILES[file]}`

/** The job that a file belongs to, and which of its files it is; null for any other path. */
export function jobFileAt(path: StorePath): { readonly name: JobName; readonly file: JobFileName } | null {
  const [folder, name, base, ...more] = path.split('/')
  const file = Object.entries(JOB_FILES).find(([, wanted]) => wanted === base)?.[0]
  const parsed = JobName.safeParse(name)
  if (folder !== JOBS_FOLDER || more.length > 0 || !parsed.success) return null
  return file === 'progress' || file === 'features' || file === 'start' || file === 'decisions'
    ? { name: parsed.data, file }
    : null
}

/** The session that writes the plan; every later one works on it. */
export const INITIALIZER = 1

/**
 * A conversation that is a session of a job. One that `judges` a feature
 * checks a tick of that session, and writes nothing.
 */
export const JobSessionRef = z
  .object({ name: JobName, session: z.number().int().positive(), judges: z.string().optional() })
  .readonly()
export type JobSessionRef = z.infer<typeof JobSessionRef>
