import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { extractFile, listPackage } from '@electron/asar'
import { z } from 'zod'

/** What one package of a release contains, for a comparison with the others. */
export const Contents = z.object({
  version: z.string(),
  /** The page's files with their SHA-256. */
  page: z.record(z.string(), z.string()),
})
export type Contents = z.infer<typeof Contents>

const PAGE = 'out/renderer/'
const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** @param names of all files, with "/"; @param read one of them */
function contentsOf(names: readonly string[], read: (name: string) => Uint8Array): Contents {
  const manifest = z.object({ version: z.string() }).parse(JSON.parse(Buffer.from(read('package.json')).toString()))
  const page = names
    .filter((name) => name.startsWith(PAGE))
    .map((name) => [name.slice(PAGE.length), sha256(read(name))])
  return { version: manifest.version, page: Object.fromEntries(page) }
}

/** Of the npm package's folder, or of the project as it is built. */
export function contentsOfFolder(folder: string): Contents {
  const names = globSync(`${PAGE}**`, { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => nodePath.relative(folder, nodePath.join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
  return contentsOf(names, (name) => readFileSync(nodePath.join(folder, name)))
}

/** Of the archive in the app that electron-builder made. */
export function contentsOfApp(archive: string): Contents {
  const names = listPackage(archive, { isPack: false }).map((name) => name.replaceAll('\\', '/').slice(1))
  // Folders are listed, too.
  const files = names.filter((name) => /\.\w+$/.test(name))
  return contentsOf(files, (name) => extractFile(archive, nodePath.normalize(name)))
}

/** What is not the same in all packages, each with a sentence. */
export function differences(packages: Readonly<Record<string, Contents>>): readonly string[] {
  const [first, ...others] = Object.entries(packages)
  if (first === undefined) return ['There are no packages.']
  const [name, expected] = first
  return others.flatMap(([other, { version, page }]) => {
    const files = [...new Set([...Object.keys(expected.page), ...Object.keys(page)])]
    const differing = files.filter((file) => expected.page[file] !== page[file])
    return [
      ...(version === expected.version ? [] : [`${other} is ${version}, and ${name} is ${expected.version}.`]),
      ...(differing.length === 0 ? [] : [`${other} and ${name} differ in the page: ${differing.join(', ')}.`]),
    ]
  })
}

// node build/release-contents.ts TO: writes down what the package in release/ contains, the app's or else npm's.
if (import.meta.main) {
  const [archive] = globSync('release/{*unpacked/resources,mac*/*.app/Contents/Resources}/app.asar')
  const contents = archive === undefined ? contentsOfFolder('release/npm') : contentsOfApp(archive)
  writeFileSync(process.argv[2] ?? '', JSON.stringify(contents))
}
