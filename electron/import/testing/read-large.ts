import { openSource } from '../open-source.ts'
import { recognise } from '../recognise.ts'

// Reads an export in a process of its own, whose memory can then be measured: `node read-large.ts EXPORT`.

const [, , path = ''] = process.argv
const begun = performance.now()
const source = await openSource([path])
const kind = await recognise(source)
let bytes = 0
const found = await kind?.read(source, {
  told: (read) => {
    bytes = read
  },
  signal: new AbortController().signal,
})
await source.close()
const seconds = (performance.now() - begun) / 1000
process.stdout.write(JSON.stringify({ found, bytes, seconds, kilobytes: process.resourceUsage().maxRSS }))
