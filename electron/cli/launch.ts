#!/usr/bin/env node
import { tooOld } from '../node-version.ts'
import { projectNode, restartOn } from './project-node.ts'

const why = tooOld(process.versions.node)
// One that was restarted and is still too old is told so.
const newer = why === null || process.env.VARIORUM_LAUNCHED !== undefined ? null : projectNode()
if (why === null) {
  void import('./start.ts')
} else if (newer !== null) {
  restartOn(newer)
} else {
  process.stderr.write(`${why}\n`)
  process.exitCode = 1
}
