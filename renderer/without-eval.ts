import { config } from 'zod'

/** The page's policy allows no code made of text; zod would try it first, and the browser would complain. */
config({ jitless: true })
