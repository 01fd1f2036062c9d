import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** Runs a module in so many processes at once. @returns what each printed, by its place in the order */
export async function atOnce(count: number, source: (at: number) => string): Promise<readonly string[]> {
  const run = promisify(execFile)
  const starting = Array.from({ length: count }, (_, at) =>
    run(process.execPath, ['--input-type=module', '--eval', source(at)]),
  )
  return (await Promise.all(starting)).map(({ stdout }) => stdout.trimEnd())
}
