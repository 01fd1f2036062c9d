import type { Picture } from '../../shared/pictures.ts'
import { base64Of } from '../state/base64.ts'

/** Services make larger pictures smaller themselves (platform.claude.com/docs/en/build-with-claude/vision). */
const LONG_SIDE_PIXELS = 1568
/** A picture that is larger without loss is a photograph. */
const MAX_PNG_BYTES = 1_000_000
const JPEG_QUALITY = 0.85

/**
 * The picture in a file, drawn anew: no larger than a service looks at, in a format that all of them take, and without
 * what else the file tells, such as where a photograph was taken.
 * @returns `null` if this browser cannot show it
 */
export async function readPicture(file: File): Promise<Picture | null> {
  const image = await decoded(file)
  if (image === null || image.naturalWidth === 0 || image.naturalHeight === 0) return null
  const scale = Math.min(1, LONG_SIDE_PIXELS / Math.max(image.naturalWidth, image.naturalHeight))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
  const context = canvas.getContext('2d')
  if (context === null) return null
  context.drawImage(image, 0, 0, canvas.width, canvas.height)
  const { width, height } = canvas
  const png = file.type === 'image/jpeg' ? null : await encoded(canvas, 'image/png')
  if (png !== null && png.size <= MAX_PNG_BYTES)
    return { name: file.name, type: 'image/png', data: await base64Of(png), width, height }
  context.globalCompositeOperation = 'destination-over'
  context.fillStyle = 'white'
  context.fillRect(0, 0, width, height)
  const jpeg = await encoded(canvas, 'image/jpeg')
  return jpeg === null ? null : { name: file.name, type: 'image/jpeg', data: await base64Of(jpeg), width, height }
}

async function decoded(file: File): Promise<HTMLImageElement | null> {
  const address = URL.createObjectURL(file)
  const image = new Image()
  image.src = address
  try {
    await image.decode()
    return image
  } catch {
    return null
  } finally {
    URL.revokeObjectURL(address)
  }
}

const encoded = (canvas: HTMLCanvasElement, type: Picture['type']): Promise<Blob | null> =>
  new Promise((resolve) => canvas.toBlob(resolve, type, JPEG_QUALITY))
