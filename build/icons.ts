import { mkdir, readFile, writeFile } from 'node:fs/promises'
import * as nodePath from 'node:path'
import { chromium } from 'playwright'
import { findChromium } from './chromium.ts'

// Draws the icon's source at every size the systems ask for. Run by hand when the source changes; the results are committed.

const resources = nodePath.join(import.meta.dirname, 'resources')

async function draw(sizes: readonly number[]): Promise<ReadonlyMap<number, Buffer>> {
  const svg = await readFile(nodePath.join(resources, 'icon.svg'), 'utf8')
  const { executablePath, args } = await findChromium(process.env)
  const browser = await chromium.launch({ executablePath, args: [...args] })
  const pictures = new Map<number, Buffer>()
  const page = await browser.newPage()
  for (const size of sizes) {
    await page.setViewportSize({ width: size, height: size })
    // macOS's margin is too wide at small sizes.
    const box = size <= 48 ? '88 88 848 848' : '0 0 1024 1024'
    await page.setContent(
      `<style>*{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg.replace('0 0 1024 1024', box)}`,
    )
    pictures.set(size, await page.screenshot({ omitBackground: true }))
  }
  await browser.close()
  return pictures
}

/** Windows' container: a directory of PNGs. */
function ico(pictures: readonly (readonly [size: number, png: Buffer])[]): Buffer {
  const head = Buffer.alloc(6 + 16 * pictures.length)
  head.writeUInt16LE(1, 2)
  head.writeUInt16LE(pictures.length, 4)
  let at = head.length
  for (const [index, [size, png]] of pictures.entries()) {
    const entry = 6 + 16 * index
    head.writeUInt8(size % 256, entry) // 0 stands for 256
    head.writeUInt8(size % 256, entry + 1)
    head.writeUInt16LE(1, entry + 4)
    head.writeUInt16LE(32, entry + 6)
    head.writeUInt32LE(png.length, entry + 8)
    head.writeUInt32LE(at, entry + 12)
    at += png.length
  }
  return Buffer.concat([head, ...pictures.map(([, png]) => png)])
}

/** macOS' container: PNGs, each under the name of its size. */
const ICNS_NAMES: readonly (readonly [name: string, size: number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic07', 128],
  ['ic08', 256],
  ['ic09', 512],
  ['ic10', 1024],
  ['ic11', 32],
  ['ic12', 64],
  ['ic13', 256],
  ['ic14', 512],
]

function icns(pictures: ReadonlyMap<number, Buffer>): Buffer {
  const chunk = (name: string, content: Buffer): Buffer => {
    const head = Buffer.alloc(8)
    head.write(name, 'latin1')
    head.writeUInt32BE(content.length + 8, 4)
    return Buffer.concat([head, content])
  }
  return chunk(
    'icns',
    Buffer.concat(ICNS_NAMES.map(([name, size]) => chunk(name, pictures.get(size) ?? Buffer.alloc(0)))),
  )
}

const pictures = await draw([16, 24, 32, 48, 64, 128, 256, 512, 1024])
await mkdir(nodePath.join(resources, 'icons'), { recursive: true })
for (const [size, png] of pictures) await writeFile(nodePath.join(resources, 'icons', `${size}x${size}.png`), png)
await writeFile(nodePath.join(resources, 'icon.ico'), ico([...pictures].filter(([size]) => size <= 256)))
await writeFile(nodePath.join(resources, 'icon.icns'), icns(pictures))
