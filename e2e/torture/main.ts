import { parseArgs } from 'node:util'
import { killTest } from './kill.ts'

// npm run torture -- kill [--kills N] [--seed N]

const { values, positionals } = parseArgs({ allowPositionals: true, options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } } })
if (positionals[0] !== 'kill') {
  process.stderr.write('Usage: npm run torture -- kill [--kills N] [--seed N]\n')
  process.exitCode = 2
} else {
  const report = await killTest({ kills: Number(values.kills), seed: Number(values.seed) })
  process.stdout.write(`seed ${values.seed}: ${report.kills} kills, ${report.acknowledged} commands acknowledged, ${report.whole} under way and whole, ${report.wrong.length} wrong\n${report.wrong.join('\n')}\n`)
  process.exitCode = report.wrong.length === 0 ? 0 : 1
}
