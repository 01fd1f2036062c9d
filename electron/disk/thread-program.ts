/** A file in one of the folders of a build. The threads' programs are in the folder above. */
const BELOW = /\/(?:chunks|cli|desktop)\/[^/]+$/

/**
 * The program of a thread.
 * @param from the URL of the file that starts it
 * @param source of the program, beside that file
 * @param name of its file in a build
 */
export function threadProgram(from: string, source: string, name: string): URL {
  if (from.endsWith('.ts')) return new URL(source, from)
  return new URL(BELOW.test(from) ? `../${name}` : `./${name}`, from)
}
