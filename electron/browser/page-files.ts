import * as fs from 'node:fs/promises'
import * as nodePath from 'node:path'
import { unlessMissing } from '../disk/durable-files.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.txt': 'text/plain; charset=utf-8',
  '.json': 'application/json',
}

export interface PageFile {
  readonly type: string
  readonly bytes: Uint8Array
  /** Its name contains a hash of its content. */
  readonly immutable: boolean
}

/** A file of the built page, for the browser and for the desktop's own protocol. */
export async function pageFile(root: string, pathname: string): Promise<PageFile | null> {
  const relative = pathname === '/' ? 'index.html' : pathname.slice(1)
  // Only plain names: no dots that climb, no encoded separators.
  if (!/^[\w.-]+(\/[\w.-]+)*$/.test(relative) || relative.split('/').some((name) => name.startsWith('.'))) return null
  const type = TYPES[nodePath.extname(relative)]
  const bytes = type === undefined ? null : await unlessMissing(fs.readFile(nodePath.join(root, relative)))
  return type === undefined || bytes === null ? null : { type, bytes, immutable: relative.startsWith('assets/') }
}

/** Nothing is loaded from elsewhere, no markup is inserted as code, and nothing frames the page. */
export function contentSecurityPolicy(connect: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    // Pictures of messages are made by the page itself.
    "img-src 'self' blob:",
    "font-src 'self'",
    `connect-src ${connect}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; ')
}
