// Electron's `fs` takes every file named `*.asar` for an archive, like the one that the app itself is in. In a user's
// folder such a file is a file. In plain Node these change nothing.

/** Makes archives ordinary files in this thread, for good. Nothing can be loaded from the app's own one afterwards. */
export function stopReadingArchives(): void {
  process.noAsar = true
}

/** Makes archives ordinary files for one call to `fs`: what it runs after an `await` no longer counts. */
export function withoutArchives<T>(call: () => T): T {
  const before = process.noAsar
  process.noAsar = true
  try {
    return call()
  } finally {
    process.noAsar = before
  }
}
