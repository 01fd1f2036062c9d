import { spawn, spawnSync } from 'node:child_process'
import { connect, createServer } from 'node:net'

// unshare --net node offline.mjs SOCKET PORT FILE ARGUMENT…: runs a program with no network but loopback, and passes what
// it sends to the port on to the model, which listens at the socket outside.
const [socket, port, file, ...args] = process.argv.slice(2)

const { status, stderr } = spawnSync('ip', ['link', 'set', 'lo', 'up'])
if (status !== 0) throw new Error(`Loopback could not be brought up: ${stderr}`)
const passing = createServer((program) => {
  const model = connect(socket)
  for (const [from, to] of [
    [program, model],
    [model, program],
  ])
    from.on('error', () => to.destroy()).pipe(to)
})
await new Promise((resolve) => passing.listen(Number(port), '127.0.0.1', resolve))

const { NODE_CHANNEL_FD: _, NODE_CHANNEL_SERIALIZATION_MODE: __, ...env } = process.env
const child = spawn(file, args, { env, stdio: ['ignore', 'inherit', 'inherit'] })
process.on('message', (signal) => child.kill(signal))
child.on('exit', (code) => process.exit(code ?? 200))
