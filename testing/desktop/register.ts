import { registerHooks } from 'node:module'

// Loaded before the built main process: `electron` is the stand-in there.
const standIn = new URL('electron.ts', import.meta.url).href
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'electron' ? { url: standIn, shortCircuit: true } : next(specifier, context),
})
