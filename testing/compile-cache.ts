import * as nodePath from 'node:path'

/** Environment for processes that load the project's sources or Playwright: Node keeps the compiled code between runs. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: nodePath.join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'),
}
