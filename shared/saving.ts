import { z } from 'zod'

/**
 * What becomes of what the agent writes in a conversation: it is saved; it waits for the user; or it is saved only in
 * answer to a message with which the user asks for that.
 */
export const Saving = z.enum(['freely', 'asks', 'told'])
export type Saving = z.infer<typeof Saving>

/** As earlier versions kept it: whether it waits for the user. */
export const AsksFirst = z.boolean().transform((asks): Saving => (asks ? 'asks' : 'freely'))
