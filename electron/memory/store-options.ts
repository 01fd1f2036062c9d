import type { AppEvent } from '../../shared/events.ts'
import type { Gate } from '../../shared/policy.ts'
import type { HistoryPlace } from '../../shared/stores.ts'

/** How a folder is opened as a store. */
export interface StoreOptions {
  /** The store's folder; made when missing, unless it must exist. */
  readonly dir: string
  /** Whether a missing folder was moved away, or is on a disk that is not there: then none is made (default false). */
  readonly mustExist?: boolean
  /** Decides about every change, also of other programs, by the present policies: see `onEvent`. */
  readonly gate: Gate
  /**
   * Called with every event from the opening on. The first is `policies.changed`; when the call returns, `gate`
   * must decide by these policies.
   */
  readonly onEvent?: (event: AppEvent) => void
  /** The folder for data derived from the store, in a subfolder named by the store's id. If left out, none is kept. */
  readonly derived?: string
  /** `$VARIORUM_HOME/stores`: what this device knows of its stores. Nobody who gives the user a folder can write there. */
  readonly device: string
  /** `$VARIORUM_HOME`, if there is one: no store may hold it, and only the default one may be in it. */
  readonly home?: string | undefined
  /**
   * Whether to use what the folder brought along from elsewhere in `.git/variorum`: settings, instructions, policies in
   * force, the access log, and changes that are not in git yet (default false). Until then it is kept and unused.
   */
  readonly trust?: boolean
  /**
   * Whether a store that this device knows in another place is a copy even if it is trusted and gone from there
   * (default false). A copy gets an id of its own; so does one that is not trusted, or still in its other place.
   */
  readonly copy?: boolean
  /** Where the history of a new store lies. Left out: where the store has it, or the usual place for this folder. */
  readonly history?: HistoryPlace | undefined
  /** Whether the user has said that a hidden folder is meant (default false). A known store needs no such word. */
  readonly hidden?: boolean
  /** Whether the user has said that commits of git by their own address are theirs (default false); see DeviceRecord. */
  readonly mine?: boolean
  /** The program whose memory the folder is, to be kept in the store's settings. */
  readonly program?: string | undefined
  /** Watch for edits by other programs (default true). Otherwise only the paths of commands are checked for edits. */
  readonly watch?: boolean
  /** Adopt what other programs changed before the store is open (default true), or else soon after watching begins. */
  readonly adoptOnOpen?: boolean
  /** How long a write waits for git, or for another process, in ms (default 5,000). */
  readonly patience?: number
}

/** Where this device keeps what it knows. */
export type Here = Pick<StoreOptions, 'device' | 'home'>
