import { spawn } from 'node:child_process'
import * as http from 'node:http'
import * as net from 'node:net'

// Git's own servers, on a loopback port that was free: those that remotes are fetched from and pushed to.

export interface GitServer extends AsyncDisposable {
  readonly port: number
  /** What was asked: a method and a path each. */
  readonly asked: readonly string[]
  /** Those of the questions that came with a password. */
  readonly signedIn: readonly string[]
}

interface HttpServing {
  /** Who may come in; anybody without it. */
  readonly account?: { readonly user: string; readonly password: string }
  /** Requests whose path has this get a first piece of an answer, and then nothing. */
  readonly hangAt?: string
  /** Every request is sent on to this origin. */
  readonly redirectTo?: string
  /** Every request gets this status. */
  readonly status?: number
  readonly isReadOnly?: boolean
}

const ENVIRONMENT = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' }

/** The repositories below a folder over HTTP, as `git http-backend` serves them. */
export async function serveHttp(root: string, serving: HttpServing = {}): Promise<GitServer> {
  const [asked, signedIn]: [string[], string[]] = [[], []]
  const server = http.createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    if (request.headers.authorization !== undefined) signedIn.push(`${request.method} ${request.url}`)
    answer(root, serving, request, response)
  })
  return listening(server, { asked, signedIn }, () => server.closeAllConnections())
}

function answer(
  root: string,
  { account, hangAt, redirectTo, status, isReadOnly = false }: HttpServing,
  request: http.IncomingMessage,
  response: http.ServerResponse,
): void {
  const { pathname, search } = new URL(request.url ?? '/', 'http://localhost')
  if (status !== undefined) return void response.writeHead(status).end()
  if (redirectTo !== undefined) return void response.writeHead(302, { location: redirectTo + request.url }).end()
  const expected = `Basic ${Buffer.from(`${account?.user}:${account?.password}`).toString('base64')}`
  if (account !== undefined && request.headers.authorization !== expected)
    return void response.writeHead(401, { 'www-authenticate': 'Basic realm="test"' }).end()
  if (isReadOnly && (pathname + search).includes('receive-pack')) return void response.writeHead(403).end()
  if (hangAt !== undefined && pathname.includes(hangAt)) {
    response.writeHead(200, { 'content-type': 'application/x-git-upload-pack-result' })
    return void response.write('0008NAK\n')
  }
  byBackend(root, request, response, { PATH_INFO: pathname, QUERY_STRING: search.slice(1) })
}

/** CGI. Source: RFC 3875, and git-http-backend(1). */
function byBackend(
  root: string,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  place: { readonly PATH_INFO: string; readonly QUERY_STRING: string },
): void {
  const header = (name: string): string => String(request.headers[name] ?? '')
  const env = {
    ...ENVIRONMENT,
    ...place,
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: '1',
    GIT_PROTOCOL: header('git-protocol'),
    REMOTE_USER: 'anybody',
    REMOTE_ADDR: '127.0.0.1',
    REQUEST_METHOD: request.method ?? 'GET',
    CONTENT_TYPE: header('content-type'),
    HTTP_CONTENT_ENCODING: header('content-encoding'),
    ...(header('content-length') === '' ? {} : { CONTENT_LENGTH: header('content-length') }),
  }
  const backend = spawn('git', ['http-backend'], { env, stdio: ['pipe', 'pipe', 'ignore'] })
  backend.stdin.on('error', () => undefined)
  request.pipe(backend.stdin)
  response.on('close', () => backend.kill())
  let head: Buffer | null = Buffer.alloc(0)
  backend.stdout.on('data', (data: Buffer) => {
    if (head === null) return void response.write(data)
    head = Buffer.concat([head, data])
    const end = head.indexOf('\r\n\r\n')
    if (end < 0) return
    const fields = new Map(
      head
        .toString('latin1', 0, end)
        .split('\r\n')
        .map((line): [string, string] => {
          const colon = line.indexOf(':')
          return [line.slice(0, colon), line.slice(colon + 1).trim()]
        }),
    )
    const status = Number.parseInt(fields.get('Status') ?? '200', 10)
    fields.delete('Status')
    response.writeHead(status, Object.fromEntries(fields))
    response.write(head.subarray(end + 4))
    head = null
  })
  backend.on('close', () => response.end())
}

/** The repositories below a folder by git's own protocol, as `git daemon` serves them. */
export function serveGit(root: string): Promise<GitServer> {
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    const args = ['daemon', '--inetd', '--export-all', '--enable=receive-pack', `--base-path=${root}`, root]
    const daemon = spawn('git', args, { env: ENVIRONMENT, stdio: ['pipe', 'pipe', 'ignore'] })
    daemon.stdin.on('error', () => undefined)
    socket.on('error', () => undefined)
    socket.pipe(daemon.stdin)
    daemon.stdout.pipe(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      daemon.kill()
    })
  })
  return listening(server, { asked: [], signedIn: [] }, () => {
    for (const socket of sockets) socket.destroy()
  })
}

async function listening(
  server: net.Server,
  seen: Pick<GitServer, 'asked' | 'signedIn'>,
  drop: () => void,
): Promise<GitServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    ...seen,
    [Symbol.asyncDispose]: async () => {
      const closed = new Promise((resolve) => server.close(resolve))
      drop()
      await closed
    },
  }
}
