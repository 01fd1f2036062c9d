// Starts the memory's server with what the user chose in Claude Desktop. It comes as text; what was not chosen is empty,
// or still the placeholder of the manifest.

/** @param {string} name */
const chosen = (name) => {
  const value = process.env[name] ?? ''
  return value.startsWith('${') ? '' : value
}
const folder = chosen('MEMORY_FOLDER')
if (folder !== '') process.argv.push('--store', folder)
process.argv.push('mcp', '--client', 'claude-desktop')
if (chosen('MEMORY_READ_ONLY') === 'true') process.argv.push('--read-only')
await import('./out/cli.js')
