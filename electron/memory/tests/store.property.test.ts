import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { agent, fileAt, filesOfHead, git, gitComplaints, newStore, user } from './store-fixture.ts'

// Random commands against a pure model: a map of texts, and the list of all earlier maps.

const SEQUENCES = Number(process.env.VARIORUM_LONG ?? 20)

type Model = Readonly<Record<string, string>>
type Command =
  | { readonly kind: 'put' | 'outside'; readonly path: string; readonly text: string }
  | { readonly kind: 'remove'; readonly path: string }
  | { readonly kind: 'move'; readonly path: string; readonly to: string }
  | { readonly kind: 'undo' }
  | { readonly kind: 'restore'; readonly back: number; readonly path: string }

const path = fc.constantFrom('a.md', 'b.md', 'd/a.md', 'd/b.md', 'd/e/c.md', 'ü/日本.md', 'd')
const text = fc.oneof(fc.constantFrom('', 'one\n', 'one\ntwo\n', 'two'), fc.string({ unit: 'grapheme', maxLength: 40 }))
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constantFrom('put' as const, 'outside' as const), path, text }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), path }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), path, to: path }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('undo' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('restore' as const),
      back: fc.nat(5),
      path: fc.oneof(path, fc.constant('')),
    }),
  },
)

const isUnder = (file: string, folder: string): boolean =>
  folder === '' || file === folder || file.startsWith(`${folder}/`)
const isBlocked = (model: Model, target: string): boolean =>
  Object.keys(model).some((file) => file !== target && (isUnder(file, target) || isUnder(target, file)))

/** The next model; the same object if the command changes nothing and makes no commit. */
function apply(states: readonly Model[], command: Command): Model {
  const now = states.at(-1) ?? {}
  const only = (keep: (file: string) => boolean, model = now): Model =>
    Object.fromEntries(Object.entries(model).filter(([file]) => keep(file)))
  switch (command.kind) {
    case 'put':
      return isBlocked(now, command.path) ? now : { ...now, [command.path]: command.text }
    case 'outside':
      return isBlocked(now, command.path) || now[command.path] === command.text
        ? now
        : { ...now, [command.path]: command.text }
    case 'remove':
      return Object.keys(now).some((file) => isUnder(file, command.path))
        ? only((file) => !isUnder(file, command.path))
        : now
    case 'move': {
      const moved = Object.entries(now).filter(([file]) => isUnder(file, command.path))
      const taken = Object.keys(now).some(
        (file) => isUnder(file, command.to) || (isUnder(command.to, file) && !isUnder(file, command.path)),
      )
      if (moved.length === 0 || taken || isUnder(command.to, command.path)) return now
      return {
        ...only((file) => !isUnder(file, command.path)),
        ...Object.fromEntries(moved.map(([file, value]) => [command.to + file.slice(command.path.length), value])),
      }
    }
    case 'undo':
      return states.length < 2 || JSON.stringify(sorted(states.at(-2))) === JSON.stringify(sorted(now))
        ? now
        : { ...states.at(-2) }
    case 'restore': {
      const then = states.at(-1 - command.back) ?? {}
      if (states.length - 1 <= command.back) return now
      const next = {
        ...only((file) => !isUnder(file, command.path)),
        ...only((file) => isUnder(file, command.path), then),
      }
      // A file stands where a folder would return: restoring it would remove what was not asked for.
      if (Object.keys(next).some((file) => isBlocked(next, file))) return now
      return JSON.stringify(sorted(next)) === JSON.stringify(sorted(now)) ? now : next
    }
  }
}

/** Neither git nor the model has empty folders; the store's commands do, as the memory tool requires. */
async function removeEmptyFolders(dir: string): Promise<void> {
  for (const entry of await fs.readdir(dir, { withFileTypes: true })) {
    if (!entry.isDirectory() || entry.name === '.git') continue
    const folder = nodePath.join(dir, entry.name)
    await removeEmptyFolders(folder)
    if ((await fs.readdir(folder)).length === 0) await fs.rmdir(folder)
  }
}

function sorted(model: Model = {}): readonly (readonly [string, string])[] {
  return Object.entries(model).toSorted(([a], [b]) => (a < b ? -1 : 1))
}

test('any sequence of commands changes files and history as it changes a plain map', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 14 }), async (commands) => {
      await using place = await newStore()
      const { store, dir } = place
      const commits: string[] = []
      let states: readonly Model[] = [{}]
      for (const each of commands) {
        await removeEmptyFolders(dir)
        const next = apply(states, each)
        const outcome = await act(each)
        if (next === states.at(-1)) expect(outcome, JSON.stringify(each)).not.toBe('committed')
        else {
          expect(outcome, JSON.stringify(each)).toBe('committed')
          states = [...states, next]
          commits.push((await git(dir, 'rev-parse', 'HEAD')).trim())
        }
      }
      if (commits.length > 0) {
        expect(sorted(await filesOfHead(dir))).toEqual(sorted(states.at(-1)))
        expect((await git(dir, 'rev-list', '--count', 'HEAD')).trim()).toBe(String(commits.length))
      }
      expect(await gitComplaints(dir)).toBe('')

      async function act(command: Command): Promise<string> {
        if (command.kind === 'remove') return (await store.remove([command.path], { ...agent, verb: 'delete' })).kind
        if (command.kind === 'move')
          return (await store.move([{ from: command.path, to: command.to }], { ...agent, verb: 'rename' })).kind
        if (command.kind === 'undo')
          return commits.length === 0
            ? 'nothing'
            : (await store.undo({ commits: [commits.at(-1) ?? ''] }, { ...user, verb: 'undo' })).kind
        if (command.kind === 'restore') {
          const ref = commits.at(-1 - command.back)
          return ref === undefined
            ? 'nothing'
            : (await store.restore(ref, [command.path], { ...user, verb: 'restore' })).kind
        }
        if (command.kind === 'put') {
          const found = await store.look(command.path)
          return (
            await store.put([fileAt(command.path, command.text, found.kind === 'file' ? found.blob.id : null)], agent)
          ).kind
        }
        if (apply(states, command) === states.at(-1)) return 'nothing'
        await fs.mkdir(nodePath.join(dir, nodePath.dirname(command.path)), { recursive: true })
        const emptied = nodePath.join(dir, command.path)
        await fs.rm(emptied, { recursive: true, force: true })
        await fs.writeFile(emptied, command.text)
        await store.adopt()
        return 'committed'
      }
    }),
    { numRuns: SEQUENCES },
  )
})
