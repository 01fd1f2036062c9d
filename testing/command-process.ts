import { createRequire } from 'node:module'
import { PassThrough, Writable } from 'node:stream'
import { z } from 'zod'

// The process of command-host.ts. It runs the built command line as often as it is asked, one command after the other:
// each finds arguments, environment, standard streams and exit code as in a process of its own.

const Request = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run'), args: z.array(z.string()), env: z.record(z.string(), z.string()) }),
  z.object({ kind: z.literal('input'), data: z.union([z.string(), z.instanceof(Uint8Array)]), isLast: z.boolean() }),
  z.object({ kind: z.literal('signal'), name: z.enum(['SIGINT', 'SIGTERM', 'SIGHUP']) }),
])
const Program = z.object({
  main: z.custom<(args: readonly string[]) => Promise<number>>((it) => typeof it === 'function'),
})

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const realStreams = { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr }
const [, , CLI = '', RUN = ''] = process.argv

let stdin = new PassThrough()

function useStreams(streams: Readonly<Record<'stdin' | 'stdout' | 'stderr', unknown>>): void {
  for (const [name, value] of Object.entries(streams))
    Object.defineProperty(process, name, { value, configurable: true, enumerable: true })
}

const sendTo = (name: 'out' | 'err'): Writable =>
  new Writable({
    decodeStrings: true,
    write: (data: Buffer, _encoding, done) => process.send?.({ kind: name, data }, (error) => done(error)),
  })

function setEnvironment(env: Readonly<Record<string, string>>): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
}

/** Its first start is that of a process: it prints its version, here to nobody. */
async function load(): Promise<z.infer<typeof Program>['main']> {
  const nobody = (): Writable => new Writable({ write: (_data, _encoding, done) => done() })
  useStreams({ stdin: new PassThrough(), stdout: nobody(), stderr: nobody() })
  process.argv = [process.execPath, CLI, '--version']
  const { main } = Program.parse(createRequire(import.meta.url)(RUN))
  await new Promise((resolve) => setImmediate(resolve))
  useStreams(realStreams)
  return main
}

const loaded = load()

async function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<void> {
  const main = await loaded
  setEnvironment(env)
  process.argv = [process.execPath, CLI, ...args]
  process.exitCode = undefined
  const [stdout, stderr] = [sendTo('out'), sendTo('err')]
  useStreams({ stdin, stdout, stderr })
  const code = await main(args)
  // What was written is read before the end is heard of.
  for (const stream of [stdout, stderr]) await new Promise<void>((resolve) => stream.end(() => resolve()))
  for (const name of SIGNALS) process.removeAllListeners(name)
  useStreams(realStreams)
  process.exitCode = undefined
  process.send?.({ kind: 'ended', code })
}

process.on('message', (message) => {
  const request = Request.parse(message)
  if (request.kind === 'run') {
    stdin = new PassThrough()
    void run(request.args, request.env)
  } else if (request.kind === 'input') {
    if (request.isLast) stdin.end(request.data)
    else stdin.write(request.data)
  } else process.kill(process.pid, request.name)
})
process.on('disconnect', () => process.exit())
