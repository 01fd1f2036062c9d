import * as nodePath from 'node:path'
import type { Rolldown } from 'vite'
import { z } from 'zod'

/** What a built file loads, and whose code is in it. */
export const Bundled = z.object({
  /** Other files of the build, relative to it. */
  loads: z.array(z.string()).readonly(),
  /** The folders of packages, relative to the project. */
  packages: z.array(z.string()).readonly(),
})
export type Bundled = z.infer<typeof Bundled>

/** The files of a build by their paths in `out/`. */
export const BundledFiles = z.record(z.string(), Bundled)
export type BundledFiles = z.infer<typeof BundledFiles>

/** Code that the bundler adds of its own. */
const BUNDLERS = /^\0(vite|rolldown)\//

/** @param within the folder of `out/` that it was built into, "" for itself */
export function bundledFiles(output: Rolldown.RolldownOutput, within: string, project: string): BundledFiles {
  const chunks = output.output.filter((file) => file.type === 'chunk')
  return Object.fromEntries(
    chunks.map(({ fileName, imports, dynamicImports, moduleIds }) => [
      nodePath.posix.join(within, fileName),
      {
        loads: [...imports, ...dynamicImports]
          .filter((name) => chunks.some((chunk) => chunk.fileName === name))
          .map((name) => nodePath.posix.join(within, name)),
        packages: [...new Set(moduleIds.flatMap((id) => packageOf(id, project)))],
      },
    ]),
  )
}

function packageOf(id: string, project: string): readonly string[] {
  const bundler = BUNDLERS.exec(id)?.[1]
  if (bundler !== undefined) return [`node_modules/${bundler}`]
  const [folder] = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id.replaceAll('\\', '/')) ?? []
  return folder === undefined ? [] : [nodePath.relative(project, folder.replace(/^\0/, '')).replaceAll('\\', '/')]
}

/** These files and all that they load, directly or not. */
export function withAllLoaded(files: BundledFiles, entries: readonly string[]): readonly string[] {
  const found = new Set<string>()
  const add = (name: string): void => {
    if (found.has(name)) return
    const file = files[name]
    if (file === undefined) throw new Error(`The build has no ${name}.`)
    found.add(name)
    file.loads.forEach(add)
  }
  entries.forEach(add)
  return [...found]
}
