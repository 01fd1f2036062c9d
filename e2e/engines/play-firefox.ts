import { programOf } from './engine.ts'
import { Firefox } from './firefox.ts'
import { play } from './story.ts'

const program = await programOf('Firefox', 'VARIORUM_FIREFOX', ['/usr/bin/firefox-esr', '/usr/bin/firefox'])
await play('firefox', (profile) => Firefox.start(program, profile))
