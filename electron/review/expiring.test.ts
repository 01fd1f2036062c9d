import * as nodePath from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { ReviewLine } from '../../shared/review.ts'
import { newFolder } from '../../testing/folders.ts'
import { git, gitComplaints } from '../../testing/git.ts'
import { openCore } from '../core.ts'

async function reviewing() {
  const home = await newFolder()
  const core = await openCore({ mode: 'cli', env: { VARIORUM_HOME: home }, watch: false })
  onTestFinished(() => core.close())
  await core.saveFile('plan.md', null, 'The fence is green.\n')
  await core.review.keepAll((await core.store.status()).head)
  await core
    .memoryTool()
    .run({ command: 'insert', path: '/memories/plan.md', insert_line: 1, insert_text: 'Guests stay.\n' })
  const keep = async (until: string): Promise<ReviewLine> => {
    const [line] = (await core.review.review()).lines
    if (line === undefined) throw new Error('There is nothing to review.')
    await core.review.keepUntil({ until, what: line.undo, path: line.path, says: 'Guests stay.' })
    await core.review.keep([line.id])
    return line
  }
  const text = async (): Promise<string | null> => (await core.store.file('plan.md'))?.text ?? null
  return { core, dir: nodePath.join(home, 'memory'), keep, text }
}

test('what is kept until a day goes when it is over, as a commit of the policies, and can be brought back', async () => {
  const { core, dir, keep, text } = await reviewing()
  await keep('2026-12-04')
  expect(await core.review.review()).toMatchObject({
    lines: [],
    waiting: [],
    expiring: [{ until: '2026-12-04', path: 'plan.md', says: 'Guests stay.' }],
  })
  // What was written since stays.
  await core.saveFile('plan.md', (await core.store.file('plan.md'))?.blob.id ?? '', `${await text()}Paint it.\n`)
  await core.review.expire('2026-12-04')
  expect(await text()).toContain('Guests stay.')
  await core.review.expire('2026-12-05')
  expect(await text()).toBe('The fence is green.\nPaint it.\n')
  const { expiring, lines } = await core.review.review()
  expect(expiring).toEqual([])
  expect(lines).toMatchObject([{ kind: 'forgot', by: { actor: 'policy' } }])
  await core.review.expire('2026-12-06')
  const { commits } = await core.store.history({ actors: ['policy'] })
  expect(commits).toHaveLength(1)
  await core.undo({ commits: [commits[0]?.variorumId ?? ''] })
  expect(await text()).toContain('Guests stay.')
  await core.store.published()
  expect(await git(dir, 'status', '--porcelain')).toBe('')
  expect(await gitComplaints(dir)).toBe('')
})

test('where the same line changed since, the user decides; kept for good, nothing goes', async () => {
  const { core, keep, text } = await reviewing()
  const { undo } = await keep('2026-12-04')
  await core.saveFile(
    'plan.md',
    (await core.store.file('plan.md'))?.blob.id ?? '',
    'The fence is green.\nGuests stay until Sunday.\n',
  )
  await core.review.expire('2026-12-05')
  expect(await text()).toContain('until Sunday')
  expect(await core.review.review()).toMatchObject({ expiring: [], waiting: [{ kind: 'undo', what: undo }] })

  const other = await reviewing()
  await other.keep('2026-12-04')
  await other.core.review.drop((await other.core.review.review()).expiring[0]?.id ?? '')
  await other.core.review.expire('2027-01-01')
  expect(await other.text()).toContain('Guests stay.')
})

test('what is one group is undone as one, and exactly that', async () => {
  const { core, text } = await reviewing()
  const put = (path: string, value: string) =>
    core
      .memoryTool({ client: { client: 'Codex' } })
      .run({ command: 'create', path: `/memories/${path}`, file_text: value })
  await put('a.md', 'A.\n')
  await put('b.md', 'B.\n')
  const { lines } = await core.review.review()
  const parts = lines.filter(({ path }) => path !== 'b.md').map(({ undo }) => undo)
  expect(parts).toHaveLength(2)
  const what = { parts: parts.flatMap((part) => ('commits' in part ? [part] : [])) }
  expect(await core.store.previewUndo(what)).toMatchObject({ commits: 2, changeCount: 2, conflicts: [] })
  const undone = await core.undo(what)
  expect(undone).toMatchObject({ commit: { origin: { undoesPart: [expect.any(String), expect.any(String)] } } })
  expect(await text()).toBe('The fence is green.\n')
  expect((await core.store.tree()).files.map(({ path }) => path)).toContain('b.md')
  expect((await core.review.review()).lines.map(({ path }) => path)).toEqual(['b.md'])
})
