import { z } from 'zod'

// A picture in a message: only its pixels, as every service takes them. What it shows is not the user's words, so a
// message with one counts as text from outside.

const BEGINNINGS = { 'image/png': 'iVBORw0KGgo', 'image/jpeg': '/9j/' } as const

export const PICTURE_TYPES = ['image/png', 'image/jpeg'] as const

/** The Messages API takes five million characters of Base64 (platform.claude.com/docs/en/build-with-claude/vision). */
const MAX_DATA_CHARACTERS = 5_000_000
const MAX_SIDE_PIXELS = 8000
const side = z.number().int().positive().max(MAX_SIDE_PIXELS)

export const Picture = z
  .object({
    name: z.string().min(1).max(255),
    type: z.enum(PICTURE_TYPES),
    /** Base64. */
    data: z.base64().max(MAX_DATA_CHARACTERS),
    /** Pixels. */
    width: side,
    height: side,
  })
  .readonly()
  .refine(({ type, data }) => data.startsWith(BEGINNINGS[type]))
export type Picture = z.infer<typeof Picture>

export const MAX_PICTURES = 10
export const Pictures = z.array(Picture).max(MAX_PICTURES).readonly()
