import * as fs from 'node:fs'
import * as nodePath from 'node:path'

/**
 * Lets this device know a copy of a store as it knew the original, as if it were the same folder. Where a test keeps a
 * store in FOLDER, its home is FOLDER.home.
 */
export function knowCopy(original: string, copy: string): void {
  const [from, to] = [nodePath.join(`${original}.home`, 'stores'), nodePath.join(`${copy}.home`, 'stores')]
  for (const id of fs.existsSync(from) ? fs.readdirSync(from) : []) {
    const record = nodePath.join(from, id, 'device.json')
    if (!fs.existsSync(record)) continue
    fs.mkdirSync(nodePath.join(to, id), { recursive: true })
    const place = JSON.stringify(fs.realpathSync(copy))
    const text = fs.readFileSync(record, 'utf8').replace(/"folder": "[^"]*"/, () => `"folder": ${place}`)
    fs.writeFileSync(nodePath.join(to, id, 'device.json'), text)
  }
}
