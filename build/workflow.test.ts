import * as fs from 'node:fs/promises'
import { registerHooks } from 'node:module'
import * as nodePath from 'node:path'
import { expect, test } from 'vitest'

// The parser imports JSON without saying so, which Node refuses.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context)
    return specifier.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found
  },
})
const { convertWorkflowTemplate, NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser')

const folder = nodePath.join(import.meta.dirname, '..', '.github', 'workflows')

/** What GitHub's own parser says of a workflow. */
async function problemsIn(name: string, content: string): Promise<readonly string[]> {
  const { context, value } = parseWorkflow({ name, content }, new NoOperationTraceWriter())
  if (value !== undefined) await convertWorkflowTemplate(context, value)
  return context.errors.getErrors().map(({ message }) => message)
}

test('the workflows are valid, and run nothing that is not pinned to a commit', async () => {
  const names = await fs.readdir(folder)
  for (const name of names) {
    const text = await fs.readFile(nodePath.join(folder, name), 'utf8')
    expect(await problemsIn(name, text)).toEqual([])
    const unpinned = [...text.matchAll(/uses: (\S+)/g)].flatMap(([, action = '']) =>
      /^[\w.-]+\/[\w./-]+@[0-9a-f]{40}$/.test(action) ? [] : [action],
    )
    expect(unpinned).toEqual([])
    // What a job may do is said job by job.
    expect(text).toMatch(/^permissions: \{\}$/m)
  }
  expect(names.length).toBeGreaterThan(0)
})

test.each([
  ['an unknown key', 'on: push\njobs:\n  a:\n    runs-on: x\n    stepz: []\n'],
  ['a job that needs one that is not there', 'on: push\njobs:\n  a:\n    needs: b\n    runs-on: x\n    steps: []\n'],
  ['a broken expression', 'on: push\njobs:\n  a:\n    runs-on: x\n    steps:\n      - run: ${{ nope( }}\n'],
])('the parser notices %s', async (_, content) => {
  expect(await problemsIn('broken.yml', content)).not.toEqual([])
})
