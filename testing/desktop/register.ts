import { registerHooks } from 'node:module'
import { readArchives } from './archives.ts'

// Loaded before the built main process and before each of its threads: `electron` is the stand-in there, and `fs` takes
// archives for folders.

const standIn = new URL('electron.ts', import.meta.url).href
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'electron') return { url: standIn, shortCircuit: true }
    const resolved = next(specifier, context)
    // The app is in an archive itself.
    if (process.noAsar && resolved.url.startsWith('file:'))
      throw new Error(`${specifier} is loaded from the app's archive after archives were switched off.`)
    return resolved
  },
})
Object.defineProperty(process.versions, 'electron', { value: '45.0.0' })
readArchives()
