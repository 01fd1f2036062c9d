import { readFileSync, writeFileSync } from 'node:fs'
import * as nodePath from 'node:path'
import { readSources, ROOT, type Import, type Source } from './imports.ts'
import { AROUND, CONTRACT, FOR_EVERYBODY, HOMES, MAIN, PACKAGES, PAGE, type Group, type Room } from './rooms.ts'

// Holds the sources to the table of rooms (rooms.ts), in a test, and draws that table in docs/architecture.md:
// `node build/structure.ts`.

const DOCUMENT = nodePath.join(ROOT, 'docs', 'architecture.md')
const BEGIN = '<!-- rooms: drawn by build/structure.ts -->'
const END = '<!-- rooms: end -->'

/** Those of the program. */
export const ROOMS: Readonly<Record<string, Room>> = Object.assign({}, ...[...MAIN, ...PAGE].map(({ rooms }) => rooms))
const ALL: Readonly<Record<string, Room>> = { ...ROOMS, ...AROUND }

const isWithin = (file: string, path: string): boolean => (path.endsWith('/') ? file.startsWith(path) : file === path)

/** The room of a file, and the path that it is found by. */
function placeOf(file: string): { readonly name: string; readonly path: string } | null {
  const found = Object.entries(ALL).flatMap(([name, { at }]) =>
    at.filter((path) => isWithin(file, path)).map((path) => ({ name, path })),
  )
  return found.toSorted((one, other) => other.path.length - one.path.length)[0] ?? null
}

const isTest = (file: string): boolean => /\.(test|spec)\.tsx?$|\/(testing|tests)\//.test(file)

/** Sources of the program that belong to no room. */
export function strays(sources: readonly Source[]): readonly string[] {
  const files = sources.map(({ file }) => file).filter((file) => /^(electron|renderer|shared)\//.test(file))
  return files.filter((file) => !isTest(file) && placeOf(file) === null)
}

/** Whether a room may import another. */
function mayImport(from: string, to: string): boolean {
  const { imports = [], isLow } = ALL[from] ?? {}
  return imports.includes(to) || (isLow !== true && FOR_EVERYBODY.includes(to))
}

/** Why a file must not import this; null if it may. */
function whyNot(file: string, { to, isType }: Import): string | null {
  const [here, there] = [placeOf(file), placeOf(to)]
  if (there === null) return whyNotPackage(file, to, isType)
  if (here === null) return null
  if (here.name === there.name)
    return ROOMS[here.name]?.isApart === true && here.path !== there.path
      ? `${here.name} do not import each other`
      : null
  if (isType && file.startsWith(CONTRACT.of) && to === CONTRACT.type) return null
  return mayImport(here.name, there.name) ? null : `${here.name} may not import ${there.name}`
}

function whyNotPackage(file: string, to: string, isType: boolean): string | null {
  if (/^(?:electron|renderer|shared|testing|e2e|bench|build)\//.test(to) || to.startsWith('virtual:')) return null
  const isOf = (names: readonly string[]): boolean =>
    names.some((name) => to === name || to.startsWith(name.endsWith('/') ? name : `${name}/`))
  const home = /^(?:electron|renderer|shared)\//.test(file) ? HOMES.find(({ of }) => isOf(of)) : undefined
  if (home !== undefined && !file.startsWith(isType ? (home.typesAt ?? home.at) : home.at))
    return `the home of this package is ${home.at}`
  const wrong = PACKAGES.find((each) => file.startsWith(each.in) && !each.may.test(to) && !each.butFor?.includes(file))
  return wrong === undefined ? null : `${wrong.in} does without it`
}

/** The imports that the table does not allow, a line each. Unit tests may put any parts together. */
export function forbidden(sources: readonly Source[]): readonly string[] {
  const held = sources.filter(({ file }) => !isTest(file) || file.startsWith('e2e/'))
  return held.flatMap(({ file, imports }) =>
    imports.flatMap((each) => {
      const why = whyNot(file, each)
      return why === null ? [] : [`${file} imports ${each.to}: ${why}`]
    }),
  )
}

/** Arrows of the table that no file needs. */
export function unused(sources: readonly Source[]): readonly string[] {
  const used = new Set(
    sources.flatMap(({ file, imports }) =>
      imports.map(({ to }) => `${placeOf(file)?.name ?? ''} → ${placeOf(to)?.name ?? ''}`),
    ),
  )
  const arrows = Object.entries(ALL).flatMap(([from, { imports }]) => imports.map((to) => `${from} → ${to}`))
  return arrows.filter((arrow) => !used.has(arrow))
}

/** Rooms that reach themselves again. */
export function circles(rooms: Readonly<Record<string, Pick<Room, 'imports'>>>): readonly string[] {
  const reaches = (start: string): boolean => {
    const seen = new Set(rooms[start]?.imports)
    for (const room of seen) for (const next of rooms[room]?.imports ?? []) seen.add(next)
    return seen.has(start)
  }
  return Object.keys(rooms).filter(reaches)
}

function draw(groups: readonly Group[]): string {
  const lines = ['```mermaid', 'flowchart TD']
  for (const [at, { title, rooms }] of groups.entries()) {
    lines.push(`  subgraph g${at}["${title}"]`)
    for (const name of Object.keys(rooms)) lines.push(`    ${name}`)
    lines.push('  end')
  }
  const arrows = groups.flatMap(({ rooms }) =>
    Object.entries(rooms).flatMap(([from, { imports }]) => {
      const to = imports.filter((each) => !FOR_EVERYBODY.includes(each))
      return to.length === 0 ? [] : [`  ${from} --> ${to.join(' & ')}`]
    }),
  )
  return [...lines, ...arrows.toSorted(), '```'].join('\n')
}

/** What docs/architecture.md says between its markers. */
export function drawing(): string {
  return `${BEGIN}\n\n${draw(MAIN)}\n\n${draw(PAGE)}\n\n${END}`
}

export function drawingInDocument(): string {
  const text = readFileSync(DOCUMENT, 'utf8')
  return text.slice(text.indexOf(BEGIN), text.indexOf(END) + END.length)
}

if (import.meta.main) {
  const [now, wanted] = [drawingInDocument(), drawing()]
  writeFileSync(DOCUMENT, readFileSync(DOCUMENT, 'utf8').replace(now, wanted))
  for (const line of forbidden(readSources())) process.stderr.write(`${line}\n`)
}
