import fc from 'fast-check'
import { expect, test } from 'vitest'
import { processorMs } from '../testing/processor-time.ts'
import { formatOf } from './file-format.ts'

const latin1 = (text: string): Uint8Array => Buffer.from(text, 'latin1')

test.each([
  ['png', '\u0089PNG\r\n\u001a\n\0\0\0\rIHDR'],
  ['jpeg', '\u00ff\u00d8\u00ff\u00e0\0\u0010JFIF'],
  ['gif', 'GIF89a\u0001\0\u0001\0'],
  ['webp', 'RIFF\u0024\0\0\0WEBPVP8 '],
  ['avif', '\0\0\0\u0020ftypavif\0\0\0\0avifmif1miaf'],
  ['avif', '\0\0\0\u001cftypmif1\0\0\0\0mif1avif'],
  ['heic', '\0\0\0\u0018ftypheic\0\0\0\0mif1heic'],
  ['video', '\0\0\0\u0018ftypmp42\0\0\0\0mp42isom'],
  ['pdf', '%PDF-1.7\n'],
  ['zip', 'PK\u0003\u0004\u0014\0'],
  ['archive', '\u001f\u008b\u0008\0'],
  ['database', 'SQLite format 3\0'],
  ['svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  [
    'svg',
    '\u00ef\u00bb\u00bf<?xml version="1.0"?>\n<!-- drawn -->\n<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x">\n<svg>',
  ],
] as const)('%s is recognised by how it begins', (format, text) => {
  expect(formatOf(latin1(text))).toBe(format)
})

test('text and unknown bytes have no format, and no bytes take long', () => {
  for (const text of ['', '# Ana\n', '<html><svg></svg>', 'svg', '\0\u0001\u0002', '\0\0\0\u0008ftyp'])
    expect(formatOf(latin1(text))).not.toBe('svg')
  expect(formatOf(latin1('# Ana\n'))).toBeNull()
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => void formatOf(bytes)))
  for (const text of ['<!--'.repeat(1_000), `<?xml${' '.repeat(4_000)}`])
    expect(processorMs(() => formatOf(latin1(text)))).toBeLessThan(200)
})
