import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { z } from 'zod'
import { newFolder } from './folders.ts'
import { runProgram } from './programs.ts'

const Kept = z.object({ dependencies: z.record(z.string(), z.string()).default({}) })

/**
 * Installs packages beside the project, never as dependencies of it. That needs the network, unless they are there.
 * @param packages their versions by their names, as in a package.json
 * @param kept a folder that keeps them for the next time
 * @returns the folder whose `node_modules` has them
 */
export async function installedBeside(
  packages: Readonly<Record<string, string>>,
  kept: string | undefined,
): Promise<string> {
  const folder = kept ?? (await newFolder())
  const manifest = nodePath.join(folder, 'package.json')
  const { dependencies } = Kept.parse(JSON.parse(await fs.readFile(manifest, 'utf8').catch(() => '{}')))
  if (Object.entries(packages).every(([name, version]) => dependencies[name] === version)) return folder
  await fs.mkdir(folder, { recursive: true })
  await fs.writeFile(manifest, '{ "private": true }')
  const names = Object.entries(packages).map(([name, version]) => `${name}@${version}`)
  const args = ['install', '--save-exact', '--ignore-scripts', '--no-audit', '--no-fund', ...names]
  const { code, err } = await runProgram({ file: 'npm', args, cwd: folder })
  if (code !== 0) throw new Error(`The packages could not be installed, which needs the network: ${err.toString()}`)
  return folder
}
