/** A file of this computer, with the path it gets in the memory. */
export interface Incoming {
  readonly path: string
  readonly file: File
}

/** One name can be spelled in two ways in Unicode; the memory has one. */
function inFolder(folder: string, path: string): string {
  const name = path.normalize('NFC')
  return folder === '' ? name : `${folder}/${name}`
}

/** The files that were dropped, with those in dropped folders. To be called while they are being dropped. */
export async function droppedFiles({ items }: DataTransfer, folder: string): Promise<readonly Incoming[]> {
  // The list is empty once this has returned.
  const dropped = [...items]
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }))
  const found = await Promise.all(
    dropped.map(({ entry, file }) => {
      if (entry !== null) return filesIn(entry, folder)
      return file === null ? [] : [{ path: inFolder(folder, file.name), file }]
    }),
  )
  return found.flat()
}

async function filesIn(entry: FileSystemEntry, folder: string): Promise<readonly Incoming[]> {
  const path = inFolder(folder, entry.name)
  if (entry instanceof FileSystemFileEntry)
    return [{ path, file: await new Promise<File>((resolve, reject) => entry.file(resolve, reject)) }]
  if (!(entry instanceof FileSystemDirectoryEntry)) return []
  const reader = entry.createReader()
  const found: Incoming[] = []
  for (;;) {
    // A reader gives a hundred at a time.
    const entries = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (entries.length === 0) return found
    for (const each of entries) found.push(...(await filesIn(each, path)))
  }
}

/** The system's dialog for files, a folder, or what is in a folder. */
export function pickFiles(what: 'files' | 'folder' | 'contents', folder: string): Promise<readonly Incoming[]> {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.webkitdirectory = what !== 'files'
  return new Promise((resolve) => {
    input.addEventListener('cancel', () => resolve([]))
    input.addEventListener('change', () =>
      resolve([...(input.files ?? [])].map((file) => ({ path: inFolder(folder, pathOf(file, what)), file }))),
    )
    input.click()
  })
}

function pathOf({ name, webkitRelativePath: path }: File, what: 'files' | 'folder' | 'contents'): string {
  if (path === '') return name
  return what === 'contents' ? path.slice(path.indexOf('/') + 1) : path
}
