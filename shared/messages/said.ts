import { z } from 'zod'
import { Message } from './message.ts'
import { verbatim } from './say.ts'

/** A message on disk. Files of earlier versions have the English sentence itself. */
export const Said = z.union([Message, z.string().transform(verbatim)])
