import { open, readFile } from 'node:fs/promises'

/** Does this error carry one of these errno codes? */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && codes.includes(error.code)
}

/** `null` where nothing is there; every other failure is thrown. */
export async function unlessMissing<Value>(reading: Promise<Value>): Promise<Value | null> {
  try {
    return await reading
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ESRCH')) return null
    throw error
  }
}

export function readIfThere(file: string): Promise<string | null> {
  return unlessMissing(readFile(file, 'utf8'))
}

/** A new file is there after a crash only when its directory was written too; Windows sees to that itself. */
export async function syncDirectory(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(directory, 'r')
  await handle.sync().finally(() => handle.close())
}
