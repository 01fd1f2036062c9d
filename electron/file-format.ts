import type { FileFormat } from '../shared/file-format.ts'
import { decodeLatin1 } from './disk/utf8.ts'

const MAX_HEAD_BYTES = 4_096
/** Nothing, a byte order mark, a declaration, comments and a document type may come before the root element. */
const SVG =
  /^(?:\u00ef\u00bb\u00bf)?\s*(?:<\?xml[^>]{0,200}\?>\s*)?(?:<!--(?:(?!-->)[^]){0,2000}-->\s*){0,4}(?:<!DOCTYPE svg[^>[]{0,300}>\s*)?<svg[\s>]/i

// oxlint-disable no-control-regex -- such bytes are what files begin with
/** What files begin with, as Latin-1. */
const BEGINNINGS: readonly (readonly [FileFormat, RegExp])[] = [
  ['png', /^\u0089PNG\r\n\u001a\n/],
  ['jpeg', /^\u00ff\u00d8\u00ff/],
  ['gif', /^GIF8[79]a/],
  ['webp', /^RIFF[^]{4}WEBP/],
  ['pdf', /^%PDF-/],
  ['zip', /^PK(?:\u0003\u0004|\u0005\u0006)/],
  ['archive', /^(?:\u001f\u008b|BZh|\u00fd7zXZ\0|7z\u00bc\u00af\u0027\u001c|Rar!|\u0028\u00b5\u002f\u00fd)/],
  ['database', /^SQLite format 3\0/],
  ['audio', /^(?:ID3|\u00ff[\u00fb\u00f3\u00f2]|OggS|fLaC|RIFF[^]{4}WAVE)/],
  ['video', /^(?:\u001aE\u00df\u00a3|RIFF[^]{4}AVI )/],
  ['font', /^(?:wOF[F2]|OTTO|\0\u0001\0\0\0)/],
  ['program', /^(?:\u007fELF|MZ[^]{58}|[\u00ce\u00cf]\u00fa\u00ed\u00fe|\u00ca\u00fe\u00ba\u00be)/],
  ['svg', SVG],
]

/** Brands of the box that begins an ISO media file, in its own order of preference. */
const BRANDS: readonly (readonly [FileFormat, RegExp])[] = [
  ['avif', /^avi[fs]$/],
  ['heic', /^(?:hei[cxms]|hev[cx]|mif1|msf1)$/],
  ['audio', /^M4[AB] $/],
  ['video', /^/],
]

/** Recognises a format by the first bytes, whatever the name says. */
export function formatOf(bytes: Uint8Array): FileFormat | null {
  const head = decodeLatin1(bytes.subarray(0, MAX_HEAD_BYTES))
  if (head.slice(4, 8) === 'ftyp') return formatOfBrands(head)
  return BEGINNINGS.find(([, beginning]) => beginning.test(head))?.[0] ?? null
}

const MAX_BRANDS = 16

function formatOfBrands(head: string): FileFormat | null {
  const length = Buffer.from(head.slice(0, 4), 'latin1').readUInt32BE()
  const brands = [head.slice(8, 12)]
  for (let at = 16; at + 4 <= Math.min(length, head.length) && brands.length < MAX_BRANDS; at += 4)
    brands.push(head.slice(at, at + 4))
  return BRANDS.find(([, brand]) => brands.some((each) => brand.test(each)))?.[0] ?? null
}
