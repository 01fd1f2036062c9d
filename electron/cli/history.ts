import { createTwoFilesPatch } from 'diff'
import type { Commit } from '../../shared/commit.ts'
import type { Core } from '../core.ts'
import { print } from './output.ts'
import { printable, storePath, withCore, type Place } from './place.ts'

export async function log(
  place: Place,
  { json = false, limit, path }: { readonly json?: boolean; readonly limit: number; readonly path?: string },
): Promise<void> {
  await withCore(place, async ({ store }) => {
    let after: string | undefined
    for (let left = limit; left > 0;) {
      const page = await store.history({
        limit: Math.min(left, 200),
        after,
        ...(path === undefined || storePath(path) === '' ? {} : { path: storePath(path) }),
      })
      for (const commit of page.commits) await print(`${json ? JSON.stringify(commit) : line(commit)}\n`)
      left -= page.commits.length
      if (page.next === null) break
      after = page.next
    }
  })
}

function line({ id, time, origin, subject, undoneBy }: Commit): string {
  return printable(
    `${id.slice(0, 10)}  ${time}  ${origin.actor.padEnd(7)}  ${subject}${undoneBy === null ? '' : '  (undone)'}`,
  )
}

export async function show(place: Place, ref: string, { json = false }: { readonly json?: boolean }): Promise<void> {
  await withCore(place, async (core) => {
    const commit = await core.store.commit(ref)
    await print(json ? `${JSON.stringify(commit)}\n` : printable(await describe(core, commit)))
  })
}

async function describe({ store }: Core, commit: Commit): Promise<string> {
  const { origin } = commit
  const from =
    origin.conversation === undefined
      ? []
      : [`from      conversation ${origin.conversation}, turn ${origin.turn ?? '?'}`]
  const by = origin.model === undefined ? origin.actor : `${origin.actor}, ${origin.model}`
  const head = [
    `commit    ${commit.id}`,
    `id        ${commit.variorumId ?? '(not made by Variorum)'}`,
    `by        ${by}${commit.ours ? '' : ' (as stated)'}`,
    `time      ${commit.time}`,
    ...from,
  ]
  const patches = await Promise.all(
    commit.changes.map(async ({ change: { path, from: old = path, before, after } }) => {
      const [was, is] = await Promise.all([before, after].map((blob) => (blob === null ? '' : store.text(blob.id))))
      return was === null || is === null
        ? `${path}: not text\n`
        : createTwoFilesPatch(
            before === null ? '/dev/null' : old,
            after === null ? '/dev/null' : path,
            was ?? '',
            is ?? '',
          )
    }),
  )
  const more =
    commit.changeCount > commit.changes.length ? [`and ${commit.changeCount - commit.changes.length} more files\n`] : []
  return `${head.join('\n')}\n\n    ${commit.subject}\n\n${[...patches, ...more].join('\n')}`
}
