import { parseArgs } from 'node:util'
import { killTest } from './kill.ts'
import { turnsTest } from './turns.ts'

// npm run torture -- kill|turns [--kills N] [--seed N]

const { values, positionals } = parseArgs({ allowPositionals: true, options: { kills: { type: 'string', default: '200' }, seed: { type: 'string', default: '1' } } })
const options = { kills: Number(values.kills), seed: Number(values.seed) }

if (positionals[0] === 'kill') {
  const { kills, acknowledged, whole, wrong } = await killTest(options)
  report(`${kills} kills, ${acknowledged} commands acknowledged, ${whole} under way and whole`, wrong)
} else if (positionals[0] === 'turns') {
  const { kills, duringTurns, effects, settled, wrong } = await turnsTest(options)
  report(`${kills} kills, ${duringTurns} during a turn, ${effects} effects, ${settled} of them settled afterwards`, wrong)
} else {
  process.stderr.write('Usage: npm run torture -- kill|turns [--kills N] [--seed N]\n')
  process.exitCode = 2
}

function report(words: string, wrong: readonly string[]): void {
  process.stdout.write(`seed ${values.seed}: ${words}, ${wrong.length} wrong\n${wrong.join('\n')}\n`)
  process.exitCode = wrong.length === 0 ? 0 : 1
}
