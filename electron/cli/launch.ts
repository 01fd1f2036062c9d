#!/usr/bin/env node
import { tooOld } from '../node-version.ts'

const why = tooOld(process.versions.node)
if (why === null) {
  void import('./start.ts')
} else {
  process.stderr.write(`${why}\n`)
  process.exitCode = 1
}
