import { ProtocolError, ProtocolErrorCode, type Server, type ServerContext } from '@modelcontextprotocol/server'
import type { Question } from '../agent/memory-tool/questions.ts'
import type { Said } from './call.ts'

const SCHEME = 'memory://'
const PAGE = 200

type Ask = (context: ServerContext, question: Question, input: Record<string, unknown>) => Promise<Said>

/** The files as resources, `memory://people/ana.md`, and one prompt. */
export function addResources(server: Server, ask: Ask): void {
  server.registerCapabilities({ resources: {}, prompts: {} })
  server.setRequestHandler('resources/list', async ({ params }, context) => {
    const { content, isError } = await ask(context, 'files', {})
    const paths = content === '' || isError ? [] : content.split('\n')
    const from = params?.cursor === undefined ? 0 : paths.findIndex((path) => path > (params.cursor ?? ''))
    if (from < 0) return { resources: [] }
    const page = paths.slice(from, from + PAGE)
    const last = page.at(-1)
    return {
      resources: page.map((path) => ({ uri: uriOf(path), name: path, mimeType: 'text/markdown' })),
      ...(from + PAGE < paths.length && last !== undefined ? { nextCursor: last } : {}),
    }
  })
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: [
      {
        uriTemplate: `${SCHEME}{+path}`,
        name: 'A file of the memory',
        description: 'The text of a file, by its path below /memories.',
        mimeType: 'text/markdown',
      },
    ],
  }))
  server.setRequestHandler('resources/read', async ({ params: { uri } }, context) => {
    const path = pathOfUri(uri)
    const found = path === null ? null : await ask(context, 'text', { path: `/memories/${path}` })
    if (found === null || found.isError)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Resource not found', { uri })
    return { contents: [{ uri, mimeType: 'text/markdown', text: found.content }] }
  })
  server.setRequestHandler('prompts/list', () => ({
    prompts: [{ name: RESUME, title: 'Resume', description: WHAT_FOR }],
  }))
  server.setRequestHandler('prompts/get', ({ params: { name } }) => {
    if (name !== RESUME) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`)
    return { description: WHAT_FOR, messages: [{ role: 'user', content: { type: 'text', text: ASKING } }] }
  })
}

const RESUME = 'resume'
const WHAT_FOR = 'Look at the memory, and say where things stand.'
const ASKING =
  'Look at your memory: view /memories, then the files that matter for what we work on here. Tell me in a few lines where things stand and what is next. Then go on with it.'

function uriOf(path: string): string {
  return `${SCHEME}${path.split('/').map(encodeURIComponent).join('/')}`
}

function pathOfUri(uri: string): string | null {
  if (!uri.startsWith(SCHEME)) return null
  try {
    return uri.slice(SCHEME.length).split('/').map(decodeURIComponent).join('/')
  } catch {
    return null // A "%" that encodes nothing.
  }
}
