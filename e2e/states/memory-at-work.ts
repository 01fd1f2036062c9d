import { execFileSync } from 'node:child_process'
import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { type App, create, replace } from '../app.ts'

const PASSWORD = 'blue-Heron-77'
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAFCAYAAAB8ZH1oAAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC'

/** Another folder of the user's, with its own git repository and a file that is not committed. */
export const notesOf = (app: App): string => nodePath.join(app.documents, 'notes')

/** What weeks of use leave: files in folders, edits, reads, a deletion, secrets, images, and work for every view. */
export async function fillMemory(app: App): Promise<void> {
  await app.exec(
    create('people/ana.md', '# Ana\n\n- Allergic to **shellfish**.\n- Lives in Lisbon.\n- [Her dog](dog.md)\n'),
    create('people/tom.md', '# Tom\n\nCity: Porto\nSee [[people/bo]].\n'),
    create(
      'travel/lisbon.md',
      `# Lisbon\n\n${'A long note about the harbour. '.repeat(40)}\n\n| Day | Plan |\n|---|---|\n| 4 | Tram |\n`,
    ),
    create('notes.md', 'Tom lives in Lisbon.\nThe pool is closed until 3 May 2025.\nTom lives in Lisbon.\n'),
    create('keys.md', `The password is ${PASSWORD}.\n`),
    create('list.md', 'a\nb\nc\nd\ne\nf\n'),
    create('empty.md', ''),
  )
  await app.exec(
    replace('people/ana.md', 'Lisbon', 'Porto'),
    replace('people/ana.md', 'Porto', 'Faro'),
    { command: 'delete', path: '/memories/list.md' },
    { command: 'view', path: '/memories/people/ana.md' },
  )
  await fs.writeFile(nodePath.join(app.store, 'dot.png'), Buffer.from(PNG, 'base64'))
  await fs.writeFile(nodePath.join(app.store, 'report.pdf'), Buffer.from('%PDF-1.7\n\0\u00e2', 'latin1'))
  await fs.writeFile(nodePath.join(app.store, 'staging.md'), `password: ${PASSWORD}\n`)
  await fs.appendFile(nodePath.join(app.store, 'people', 'tom.md'), 'Pays every invoice at once.\n')
  const notes = notesOf(app)
  await fs.mkdir(notes, { recursive: true })
  execFileSync('git', ['init', '-q'], { cwd: notes })
  await fs.writeFile(nodePath.join(notes, 'plan.md'), 'one\n')
}
