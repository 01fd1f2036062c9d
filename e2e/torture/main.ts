import { parseArgs } from 'node:util'
import { devicesTest } from './devices.ts'
import { faultsTest } from './faults.ts'
import { gitTest } from './git.ts'
import { heldTest } from './held.ts'
import { killTest } from './kill.ts'
import { manyTest } from './many.ts'
import { outsideTest } from './outside.ts'
import { powerTest } from './power.ts'
import { swarmTest } from './swarm.ts'
import { STEPS } from './sync-moments.ts'
import { turnsTest } from './turns.ts'
import { writersTest } from './writers.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    kills: { type: 'string', default: '200' },
    seed: { type: 'string', default: '1' },
    every: { type: 'string', default: '1' },
    codes: { type: 'string' },
    files: { type: 'string', default: '1500' },
    seconds: { type: 'string', default: '300' },
    clients: { type: 'string', default: '8' },
    writes: { type: 'string', default: '20000' },
  },
})
const [kills, seed, every] = [Number(values.kills), Number(values.seed), Number(values.every)]

/** Each torture's summary, and what was wrong. */
const TORTURES: Readonly<Record<string, () => Promise<{ readonly words: string; readonly wrong: readonly string[] }>>> =
  {
    kill: async () => {
      const { recoveries, acknowledged, whole, outsideEdits, wrong } = await killTest({ kills, seed })
      return {
        words: `${kills} kills and ${recoveries} more during recovery, ${acknowledged} commands acknowledged, ${whole} under way and whole, ${outsideEdits} edits by others`,
        wrong,
      }
    },
    held: async () => {
      const { held, saved, refused, whole, wrong } = await heldTest({ kills, seed })
      return {
        words: `${kills} kills, ${held} writes that waited, ${saved} saved and ${refused} not, ${whole} of these under way`,
        wrong,
      }
    },
    devices: async () => {
      const { wrong, ...counts } = await devicesTest({ kills, seed })
      const steps = STEPS.map((step) => `${counts[step]} ${step}`).join(', ')
      return {
        words: `${kills} kills (rounds by the last step seen: ${steps}; ${counts.ended} ended before, of ${counts.gitAlone} git alone; ${counts.ofWriters} of writers) and ${counts.recoveries} more during recovery, ${counts.acknowledged} commands acknowledged, ${counts.clashes} clashes and ${counts.otherQuestions} other questions, ${counts.remoteLocks} locks left in the remote by git`,
        wrong,
      }
    },
    many: async () => {
      const {
        kills: killed,
        inTheMiddle,
        halfWritten,
        recoveries,
        outsideEdits,
        wrong,
      } = await manyTest({ kills, seed, count: Number(values.files) })
      return {
        words: `${killed} kills of restores of ${values.files} files, ${inTheMiddle} of them while these were written (${halfWritten} left half written), and ${recoveries} more during recovery, ${outsideEdits} edits by others`,
        wrong,
      }
    },
    turns: async () => {
      const { duringTurns, effects, settled, wrong } = await turnsTest({ kills, seed })
      return {
        words: `${kills} kills, ${duringTurns} during a turn, ${effects} effects, ${settled} of them settled afterwards`,
        wrong,
      }
    },
    power: async () => {
      const { cuts, acknowledged, wrong } = await powerTest({ cuts: kills, seed })
      return { words: `${cuts} cuts of the power, before which ${acknowledged} answers were given`, wrong }
    },
    writers: async () => {
      const { commands, longestMs, takenOverMs, wrong } = await writersTest({
        pages: { writers: 8, each: 500 },
        processes: { writers: 4, each: 200 },
      })
      return {
        words: `${commands} commands, the longest wait ${Math.round(longestMs)} ms, a killed writer's turn taken over after ${Math.round(takenOverMs)} ms`,
        wrong,
      }
    },
    outside: async () => {
      const { outsideEdits, agentEdits, gitCommands, versions, wrong } = await outsideTest({ turns: kills, seed })
      return {
        words: `${kills} turns with ${outsideEdits} edits by others, ${agentEdits} by the agent and ${gitCommands} git commands, ${versions} versions to be kept`,
        wrong,
      }
    },
    swarm: async () => {
      const [clients, writes] = [Number(values.clients), Number(values.writes)]
      const report = await swarmTest({ clients, writes, measured: 200, kills, seed })
      const { alone, together, storm } = report.p95
      return {
        words: `${report.acknowledged} writes acknowledged, ${report.lost} cut off by ${report.kills} kills, ${report.outsideEdits} edits by others, ${report.pulls} pulls; 95 of 100 writes took at most ${Math.round(alone)} ms alone, ${Math.round(together)} ms with ${clients} clients, ${Math.round(storm)} ms in the storm`,
        wrong: report.wrong,
      }
    },
    git: async () => {
      const { acknowledged, tries, adds, longestMs, others, wrong } = await gitTest({
        ms: Number(values.seconds) * 1_000,
        seed,
        stashed: 5_000,
        maxShutOutMs: 2_000,
      })
      return {
        words: `${acknowledged} commands acknowledged, ${adds} of ${tries} times a file was added by git, at the longest ${longestMs} ms apart, ${others} other git commands`,
        wrong,
      }
    },
    faults: async () => {
      const { faults, operations, refused, wrong } = await faultsTest({
        every,
        ...(values.codes === undefined ? {} : { codes: values.codes.split(',') }),
      })
      return { words: `${faults} faults on ${operations} operations, ${refused} commands refused`, wrong }
    },
  }

const torture = TORTURES[positionals[0] ?? '']
if (torture === undefined) {
  process.stderr.write(
    `Usage: npm run torture -- ${Object.keys(TORTURES).join('|')} [--seed N] [--kills N] [--every N] [--codes EIO,ENOSPC] [--files N] [--seconds N] [--clients N] [--writes N]\n`,
  )
  process.exitCode = 2
} else {
  const { words, wrong } = await torture()
  process.stdout.write(`seed ${seed}: ${words}, ${wrong.length} wrong\n${wrong.join('\n')}\n`)
  process.exitCode = wrong.length === 0 ? 0 : 1
}
