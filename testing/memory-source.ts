/** One file of a source in memory: its text or bytes, and when it was changed. */
interface FileInMemory {
  readonly content: string | Uint8Array
  readonly time?: string
}

/** A source of an import whose files are in memory. What is `null` must not be read. */
export function memorySource(
  files: Readonly<Record<string, string | Uint8Array | FileInMemory | null>>,
  name = 'notes',
) {
  return {
    name,
    leftOut: [],
    files: Object.entries(files).map(([path, file]) => {
      const given = file === null || typeof file === 'string' || file instanceof Uint8Array ? { content: file } : file
      const bytes = typeof given.content === 'string' ? new TextEncoder().encode(given.content) : given.content
      const read = (): Uint8Array => {
        if (bytes === null) throw new Error(`${path} must not be read.`)
        return bytes
      }
      return {
        name: path,
        size: bytes?.length ?? 0,
        time: 'time' in given ? (given.time ?? null) : null,
        bytes: async () => read(),
        async *stream() {
          yield read()
        },
      }
    }),
  }
}

/** How a kind is asked to read, by a test that looks at nothing of it. */
export const quietly = { told: () => undefined, signal: new AbortController().signal }
