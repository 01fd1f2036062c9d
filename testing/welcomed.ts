import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'

/** A home whose user has seen the first run, unless it has settings of its own. */
export async function welcomed(home: string): Promise<void> {
  await fs.mkdir(home, { recursive: true, mode: 0o700 })
  const settings = JSON.stringify({ welcomed: true })
  await fs.writeFile(nodePath.join(home, 'settings.json'), settings, { flag: 'wx' }).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  })
}
