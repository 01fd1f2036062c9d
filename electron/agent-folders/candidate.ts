import type { Message } from '../../shared/messages/message.ts'
import type { ProgramId } from '../connect/program-ids.ts'

/** A folder in which a program would keep a memory; whether it is there is seen later. */
export interface Candidate {
  readonly program: ProgramId
  readonly programName: string
  readonly folder: string
  /** A folder above it that is taken as it is; none of those between may be a link. */
  readonly base: string
  /** The projects whose memory it is; none for a memory of all, or where nothing says which it is. */
  readonly projects: readonly string[]
  /** What the program calls the project. */
  readonly projectId: string | null
  readonly isUsual: boolean
  readonly notes: readonly Message[]
}

/** What a program would use, and what could not be looked at on the way there. */
export interface Candidates {
  readonly candidates: readonly Candidate[]
  readonly notes: readonly Message[]
}
