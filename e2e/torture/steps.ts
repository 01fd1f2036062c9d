import type { Pick } from '../../testing/random.ts'
/** What a store holds: its files' texts. */
export type Files = ReadonlyMap<string, string>

/** A memory command, the files that it is about, and what it makes of the store. */
export interface Step {
  readonly command: object
  readonly paths: readonly string[]
  readonly after: (state: Files) => Files
}

export const NAMES = ['a.md', 'b.md', 'c.md', 'd/a.md', 'd/b.md', 'd/e/f.md', 'g/h.md']

/** A random command that fits the state; no two are the same. */
export function nextStep(state: Files, pick: Pick, serial: number): Step {
  const [path = ''] = [...state.keys()].slice(pick(Math.max(state.size, 1)))
  const free = NAMES.filter((name) => !state.has(name))
  const target = free[pick(free.length)]
  const line = `line ${serial}\n`
  const kind = state.size === 0 ? 0 : pick(5)
  if (kind === 0 && target !== undefined)
    return {
      command: { command: 'create', path: `/memories/${target}`, file_text: line },
      paths: [target],
      after: (now) => new Map([...now, [target, line]]),
    }
  if (kind === 1)
    return {
      command: { command: 'delete', path: `/memories/${path}` },
      paths: [path],
      after: (now) => without(now, path),
    }
  if (kind === 2 && target !== undefined) {
    return {
      command: { command: 'rename', old_path: `/memories/${path}`, new_path: `/memories/${target}` },
      paths: [path, target],
      after: (now) => new Map([...without(now, path), [target, now.get(path) ?? '']]),
    }
  }
  const text = state.get(path) ?? ''
  const [old = ''] = text.split('\n')
  if (kind === 3 && text.split(old).length === 2) {
    return {
      command: { command: 'str_replace', path: `/memories/${path}`, old_str: old, new_str: `new ${serial}` },
      paths: [path],
      after: (now) => new Map([...now, [path, text.replace(old, `new ${serial}`)]]),
    }
  }
  return {
    command: { command: 'insert', path: `/memories/${path}`, insert_line: 0, insert_text: line },
    paths: [path],
    after: (now) => new Map([...now, [path, line + text]]),
  }
}

export function without(state: Files, path: string): Files {
  return new Map([...state].filter(([name]) => name !== path))
}

export function equal(a: Files, b: Files): boolean {
  return a.size === b.size && [...a].every(([path, text]) => b.get(path) === text)
}
