import { assertNever } from './assert-never.ts'

/** What a file that is not text holds, by its first bytes; `null` if that is not known. */
export type FileFormat =
  | 'png'
  | 'jpeg'
  | 'gif'
  | 'webp'
  | 'avif'
  | 'svg'
  | 'heic'
  | 'pdf'
  | 'zip'
  | 'archive'
  | 'database'
  | 'audio'
  | 'video'
  | 'font'
  | 'program'

/** A page shows no larger image. */
export const IMAGE_SHOWN = 25_000_000

/** How a version of a file can be shown, if not as text. `address` leads to the image for as long as the page is open. */
export type FileLook =
  | { readonly kind: 'image'; readonly address: string }
  | { readonly kind: 'too-large' }
  | { readonly kind: 'other'; readonly format: FileFormat | null }

/** The media type of a format that browsers show as an image; `null` for others. */
export function imageType(format: FileFormat | null): string | null {
  switch (format) {
    case 'png':
    case 'jpeg':
    case 'gif':
    case 'webp':
    case 'avif':
      return `image/${format}`
    case 'svg':
      return 'image/svg+xml'
    case null:
    case 'heic':
    case 'pdf':
    case 'zip':
    case 'archive':
    case 'database':
    case 'audio':
    case 'video':
    case 'font':
    case 'program':
      return null
    default:
      return assertNever(format)
  }
}
