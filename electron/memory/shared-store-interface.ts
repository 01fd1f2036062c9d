import type { ObjectId } from '../../shared/change.ts'
import type { DevicesChange, DevicesState, LeftByMerge, Said, SaidTurn, SyncOutcome } from '../../shared/devices.ts'

/** What a store does that several devices share. */
export interface SharedStore {
  /** The remote through which several devices share the store, and these devices. */
  devices(): Promise<DevicesState>
  /**
   * Shares the store through a git remote; null ends that, and leaves everything as it is on both sides. Throws
   * `bad-remote`.
   * @param remote `name`: of this device; left out, it stays
   */
  share(remote: { readonly address: string; readonly name?: string | undefined } | null): Promise<void>
  /** Names this device, or says whether another one counts: by its code, its id or its name. */
  changeDevices(change: DevicesChange): Promise<void>
  /** One round with the remote; while one is running, its outcome. Throws only for a store without a remote. */
  sync(how?: { readonly join?: boolean | undefined }): Promise<SyncOutcome>
  cancelSync(): Promise<void>
  /** Lets the other devices know what the user said in these turns. */
  tell(turns: readonly SaidTurn[]): Promise<void>
  /** What the user said in a turn on another device that counts; null if that device does not tell. */
  saidOn(turn: Pick<SaidTurn, 'conversation' | 'turn'>): Promise<Said | null>
  /** What merges with other devices left to be taken, until it is. */
  leftByMerges(): Promise<readonly LeftByMerge[]>
  taken(merges: readonly ObjectId[]): Promise<void>
}
