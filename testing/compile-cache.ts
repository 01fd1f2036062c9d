import * as nodePath from 'node:path'

/** For the environment of what loads the project's sources, or Playwright, anew each time: what was compiled is kept. */
export const COMPILE_CACHE = {
  NODE_COMPILE_CACHE: nodePath.join(import.meta.dirname, '..', 'node_modules', '.cache', 'compiled'),
}
