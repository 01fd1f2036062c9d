import { z } from 'zod'
import { StorePath, Ulid } from './change.ts'
import { TidyProposal, TidySelection } from './tidy.ts'
import { Choices, UndoWhat } from './undoing.ts'

// What waits for the user to decide, of whatever kind: one list under Review, and one place on this device.

/** An undo that the user has begun to decide. */
export const WaitingUndo = z.object({
  kind: z.literal('undo'),
  id: Ulid,
  what: UndoWhat,
  /** It undoes an undo. */
  isRedo: z.boolean(),
  /** Some of the files it is about, and how many there are. */
  paths: z.array(StorePath).max(20).readonly(),
  files: z.number().int(),
  choices: Choices,
  at: z.string().max(40),
})
export type WaitingUndo = Readonly<z.infer<typeof WaitingUndo>>

/** What this device keeps of it. The rest is found where it is: in the folder. */
export const KeptWaiting = z.discriminatedUnion('kind', [WaitingUndo, TidyProposal])
export type KeptWaiting = WaitingUndo | TidyProposal

/** What the user accepts of an entry: an undo with their choices, or a part of what Tidy proposes. */
export const Acceptance = z
  .object({
    id: Ulid,
    choices: Choices.optional(),
    selection: TidySelection.optional(),
    /** See BringBack. */
    override: z.boolean().optional(),
  })
  .readonly()
export type Acceptance = z.infer<typeof Acceptance>

/** One entry of the list. */
export type Waiting =
  | WaitingUndo
  /** What Tidy proposes: see TidyProposal. */
  | { readonly kind: 'tidy'; readonly id: string; readonly at: string; readonly files: number }
  /** A file of another program in which the policies hold a secret. */
  | { readonly kind: 'file'; readonly id: string; readonly path: StorePath; readonly rules: readonly string[] }
  /** Policies that another program wrote, or that came with the folder. */
  | { readonly kind: 'policies'; readonly id: string }
  /** What else came with the folder and is not in use until the user trusts it. */
  | { readonly kind: 'folder'; readonly id: string }
