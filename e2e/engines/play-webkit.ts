import { programOf } from './engine.ts'
import { play } from './story.ts'
import { WebKit } from './webkit.ts'

const program = await programOf('WebKit', 'VARIORUM_WEBKIT', [
  `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/webkit2gtk-4.1/MiniBrowser`,
])
await play('webkit', (profile) => WebKit.start(program, profile))
