import { spawn } from 'node:child_process'
import { z } from 'zod'

// The process of programs.ts.

const Request = z.object({
  id: z.number(),
  file: z.string(),
  args: z.array(z.string()),
  cwd: z.string(),
  env: z.record(z.string(), z.string()),
  input: z.union([z.string(), z.instanceof(Uint8Array)]),
  /** 0: as long as it takes. */
  patienceMs: z.number(),
})

process.on('message', (message) => {
  const { id, file, args, cwd, env, input, patienceMs } = Request.parse(message)
  const child = spawn(file, args, { cwd, env, stdio: 'pipe', timeout: patienceMs, killSignal: 'SIGKILL' })
  const [out, err]: [Buffer[], Buffer[]] = [[], []]
  child.stdout.on('data', (data: Buffer) => out.push(data))
  child.stderr.on('data', (data: Buffer) => err.push(data))
  child.stdin.on('error', () => undefined) // It ended without reading all of it.
  child.stdin.end(input)
  child.on('error', ({ message: failure }) => process.send?.({ id, ended: null, failure }))
  child.on('close', (code) => {
    const ended = { code, out: Buffer.concat(out), err: Buffer.concat(err) }
    process.send?.({ id, ended, failure: '' })
  })
})
