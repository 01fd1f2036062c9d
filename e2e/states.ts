import { expect } from './app.ts'
import { CHAT, OTHER_MODEL } from './states/chat.ts'
import { DEVICES } from './states/devices.ts'
import { EMPTY, FIRST_RUN } from './states/first-run.ts'
import { FRAME, SETTINGS, STORES } from './states/frame.ts'
import { JOB_OF_MODEL, JOBS } from './states/jobs.ts'
import { EDITOR, FILE, FILES } from './states/memory.ts'
import { POLICIES } from './states/policies.ts'
import type { Stage, State } from './states/stage.ts'
import { REVIEW, TIMELINE } from './states/timeline.ts'
import { TIDY, UPKEEP } from './states/upkeep.ts'

export { Stage } from './states/stage.ts'

/** Every view, dialog and menu of the window. Each begins where the one before it ended. */
export const STATES: readonly State[] = [
  ...FIRST_RUN,
  ...EMPTY,
  ...CHAT,
  ...FILES,
  ...FILE,
  ...EDITOR,
  ...TIMELINE,
  ...REVIEW,
  ...UPKEEP,
  ...POLICIES,
  ...JOBS,
  ...FRAME,
  ...SETTINGS,
  ...OTHER_MODEL,
  ...JOB_OF_MODEL,
  ...TIDY,
  ...DEVICES,
  ...STORES,
]

/** Shows the states one after the other. */
export async function visit(stage: Stage, look: (name: string) => Promise<void>): Promise<void> {
  for (const { name, reach, isOver } of STATES) {
    await reach(stage)
    await look(name)
    if (!isOver) continue
    await stage.press('Escape')
    const layers = stage.window.locator('dialog[open], [role=menu], [role=dialog]')
    // The first closes a tooltip, where there is one by now.
    if ((await layers.count()) > 0) await stage.press('Escape')
    await expect(layers).toHaveCount(0)
  }
  expect(STATES.length).toBeGreaterThan(100)
}
