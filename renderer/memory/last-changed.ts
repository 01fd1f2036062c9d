import type { TreeFile } from '../../shared/memory.ts'

const TEXT = /\.(?:md|markdown|txt)$/i

/** The file that changed last; of those of one commit, the first that is a text to read. */
export function lastChanged(files: readonly TreeFile[]): TreeFile | undefined {
  const time = ({ last }: TreeFile): number => (last === null ? 0 : Date.parse(last.time))
  const newest = files.reduce((latest, file) => Math.max(latest, time(file)), 0)
  const latest = files.filter((file) => time(file) === newest)
  return latest.find(({ path }) => TEXT.test(path)) ?? latest[0]
}
