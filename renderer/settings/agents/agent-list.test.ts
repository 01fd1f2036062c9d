import { expect, test } from 'vitest'
import { USUAL_RIGHTS } from '../../../shared/clients.ts'
import { agentList, type KnownProgram, type ListedAgent } from './agent-list.ts'

const program = (id: KnownProgram['id'], name: string, isFound: boolean, state: 'connected' | 'not-connected') =>
  ({
    id,
    name,
    isFound,
    asks: { id: 'codex-asks', values: {} },
    files: [{ scope: 'user', shown: '', state, problem: null }],
  }) satisfies KnownProgram
const client = (name: string) => ({ name, ...USUAL_RIGHTS, hasToken: false, use: null })

test('an agent is listed once, those that use the memory first, and programs that are not here not at all', () => {
  const programs = [
    program('zed', 'Zed', false, 'not-connected'),
    program('codex', 'Codex', true, 'not-connected'),
    program('cursor', 'Cursor', false, 'connected'),
    program('claude-code', 'Claude Code', true, 'not-connected'),
  ]
  const { using, found } = agentList(programs, [client('my-agent'), client('claude-code')])
  const titles = (agents: readonly ListedAgent[]) => agents.map(({ title }) => title)
  expect([titles(using), titles(found)]).toEqual([['Claude Code', 'Cursor', 'my-agent'], ['Codex']])
})
