import { monotonicFactory } from 'ulid'

/** A new ULID; within one process each is greater than the one before. */
export const newUlid: () => string = monotonicFactory()
