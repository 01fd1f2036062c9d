import { respond } from '../respond.ts'
import type { Messages } from '../situation.ts'

export interface Played {
  /** The last answer, without what the model says of itself. */
  readonly answer: string
  /** All lines of the memory: “people/ana.md: Likes tea”. */
  readonly lines: readonly string[]
}

type Call = Readonly<Record<string, unknown>>

/** A conversation with the demo model, whose memory is a map. For what the real tool does, see demo.test.ts. */
export function played(...said: readonly string[]): Played {
  const files = new Map<string, string>()
  const messages: Messages = []
  let answer = ''
  for (const text of said) {
    messages.push({ role: 'user', content: [{ type: 'text', text }] })
    answer = turn(messages, files)
  }
  const lines = [...files].flatMap(([path, content]) =>
    content.split('\n').flatMap((line) => (line.startsWith('- ') ? `${path}: ${line.slice(2)}` : [])),
  )
  return { answer: answer.replace(/^\*[^\n]*\*\n\n/, ''), lines }
}

function turn(messages: Messages, files: Map<string, string>): string {
  for (;;) {
    const { text, calls } = respond(messages)
    if (calls.length === 0) {
      messages.push({ role: 'assistant', content: [{ type: 'text', text }] })
      return text
    }
    const ids = calls.map((_, at) => `${messages.length}-${at}`)
    messages.push({
      role: 'assistant',
      content: calls.map((call, at) => ({ type: 'tool_use', id: ids[at] ?? '', input: inputOf(call) })),
    })
    messages.push({
      role: 'user',
      content: calls.map((call, at) => ({
        type: 'tool_result',
        tool_use_id: ids[at] ?? '',
        content: perform(inputOf(call), files),
        is_error: false,
      })),
    })
  }
}

type Input = Extract<Messages[number]['content'][number], { type: 'tool_use' }>['input']

function inputOf(call: Call): Input {
  const text = (name: string): string | undefined => (call[name] === undefined ? undefined : String(call[name]))
  return {
    command: String(call['command']),
    path: text('path') ?? '',
    file_text: text('file_text'),
    old_str: text('old_str'),
    new_str: text('new_str'),
    insert_line: call['insert_line'] === undefined ? undefined : Number(call['insert_line']),
    insert_text: text('insert_text'),
    old_path: text('old_path'),
    new_path: text('new_path'),
  }
}

function perform(input: Input, files: Map<string, string>): string {
  const path = below(input.path)
  const text = files.get(path) ?? ''
  switch (input.command) {
    case 'view':
      return path === '' ? listing(files) : view(input.path, text)
    case 'create':
      files.set(path, input.file_text ?? '')
      return ''
    case 'insert':
      files.set(
        path,
        lines(text)
          .toSpliced(input.insert_line ?? 0, 0, ...lines(input.insert_text ?? ''))
          .join('\n'),
      )
      return ''
    case 'str_replace':
      files.set(
        path,
        text.replace(input.old_str ?? '', () => input.new_str ?? ''),
      )
      return ''
    case 'delete':
      for (const file of files.keys()) if (file === path || file.startsWith(`${path}/`)) files.delete(file)
      return ''
    default:
      files.set(below(input.new_path ?? ''), files.get(below(input.old_path ?? '')) ?? '')
      files.delete(below(input.old_path ?? ''))
      return ''
  }
}

function below(path: string): string {
  return path.replace(/^\/memories\/?/, '')
}

function lines(text: string): readonly string[] {
  return text.replace(/\n$/, '').split('\n')
}

function listing(files: ReadonlyMap<string, string>): string {
  const folders = [...files.keys()].flatMap((path) => (path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : []))
  const rows = ['', ...new Set(folders), ...files.keys()].map((path) => `1K\t/memories${path === '' ? '' : `/${path}`}`)
  return ["Here're the files and directories", ...rows].join('\n')
}

function view(path: string, text: string): string {
  return [`Here's the content of ${path}`, ...lines(text).map((line, at) => `${at + 1}\t${line}`)].join('\n')
}
