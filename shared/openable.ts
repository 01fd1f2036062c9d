/** Text, pictures and PDF: no kind that a system may execute. A name of any other kind is only shown in its folder. */
const OPENABLE = new Set(
  'md markdown txt text log json yaml yml toml org rst png jpg jpeg gif webp avif heic bmp tif tiff pdf'.split(' '),
)

/** Whether a file may be handed to whatever program opens files of its kind. */
export function canBeOpened(path: string): boolean {
  const name = path.slice(path.lastIndexOf('/') + 1)
  const dot = name.lastIndexOf('.')
  return dot > 0 && OPENABLE.has(name.slice(dot + 1).toLowerCase())
}
