import { CommandHost } from '../../testing/command-host.ts'

interface Session {
  readonly write: (line: string) => void
  readonly end: () => void
  readonly errors: () => string
  readonly kill: () => void
}

/** For run.mjs: `exec` of the built command line, in one process for all scenarios of a job. */
export function makeHost() {
  const host = new CommandHost()
  return (folder: string, onText: (text: string) => void, onEnd: (how: string | number) => void): Session => {
    const [decoder, errors] = [new TextDecoder(), new TextDecoder()]
    let said = ''
    const onSaid = (stream: 'out' | 'err', data: Uint8Array): void => {
      if (stream === 'out') onText(decoder.decode(data, { stream: true }))
      else said += errors.decode(data, { stream: true })
    }
    const env = { ...process.env, MEMORY_DIR: folder }
    void host.run({ args: ['exec'], env, onSaid }).then(onEnd, (error: Error) => onEnd(error.message))
    return {
      write: (line) => host.type(line),
      end: () => host.type('', true),
      errors: () => said,
      kill: () => host.kill(),
    }
  }
}
