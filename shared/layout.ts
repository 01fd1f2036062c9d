import { z } from 'zod'

/** How a store is laid out: notes as they come, or an index with a line for each topic file. */
export const StoreLayout = z.enum(['plain', 'index'])
export type StoreLayout = z.infer<typeof StoreLayout>

/** The index of the layout "index": the file that is read first, so it must stay short. */
export const INDEX_PATH = 'MEMORY.md'
export const INDEX_MAX_LINES = 200
export const INDEX_MAX_BYTES = 25_000

export const TOPIC_TYPES = ['user', 'feedback', 'project', 'reference'] as const
