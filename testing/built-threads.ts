const BUILT = new URL('../out/', import.meta.url)

/**
 * Stands for `electron/disk/thread-program.ts` where everything was just built: threads that tests start run the built
 * program, which loads in a fraction of the time that the sources take.
 */
export function threadProgram(_from: string, _source: string, name: string): URL {
  return new URL(name, BUILT)
}
