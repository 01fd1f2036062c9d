import type { z } from 'zod'

/** What a line of a transcript says; null for one that is no JSON, or none of these. */
export function jsonLine<Schema extends z.ZodType>(line: string, schema: Schema): z.infer<Schema> | null {
  try {
    return schema.safeParse(JSON.parse(line)).data ?? null
  } catch (error) {
    // More brackets in each other than the stack is deep.
    if (error instanceof SyntaxError || error instanceof RangeError) return null
    throw error
  }
}
