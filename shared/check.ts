/** Something that is not right with a store's files of git, in sentences for the user. */
export interface Finding {
  readonly what: string
  readonly means: string
  /** What was done about it; null when nothing was. */
  readonly done: string | null
  readonly canRepair: boolean
}

export interface CheckReport {
  /** What was looked at. */
  readonly commits: number
  readonly objects: number
  readonly findings: readonly Finding[]
  /** It was given up before all was looked at. What stands above was found, and done, until then. */
  readonly cancelled: boolean
}
