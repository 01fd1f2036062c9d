import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Rectangle } from 'electron'
import { z } from 'zod'

export const SMALLEST = { width: 640, height: 480 }
const FIRST_SIZE = { width: 1440, height: 900 }
/** As much of the title bar has to be within reach. */
const REACHABLE = 120

const WindowState = z
  .object({
    x: z.number().int(),
    y: z.number().int(),
    width: z.number().int().min(SMALLEST.width),
    height: z.number().int().min(SMALLEST.height),
    maximized: z.boolean(),
  })
  .readonly()
export type WindowState = z.infer<typeof WindowState>

export interface Placement {
  readonly bounds: Partial<Rectangle> & Pick<Rectangle, 'width' | 'height'>
  readonly maximized: boolean
}

/** Where the window opens: as it was left, as far as the screens that are there now allow. */
export function placementFor(state: WindowState | null, screens: readonly Rectangle[]): Placement {
  const [main] = screens
  if (state === null) return { bounds: fit(FIRST_SIZE, main), maximized: false }
  const screen = screens.find(
    (each) =>
      state.x + state.width >= each.x + REACHABLE &&
      state.x <= each.x + each.width - REACHABLE &&
      state.y >= each.y &&
      state.y <= each.y + each.height - REACHABLE,
  )
  const size = fit(state, screen ?? main)
  return { bounds: screen === undefined ? size : { x: state.x, y: state.y, ...size }, maximized: state.maximized }
}

function fit(
  { width, height }: Pick<Rectangle, 'width' | 'height'>,
  screen: Rectangle | undefined,
): Pick<Rectangle, 'width' | 'height'> {
  const within = (wanted: number, smallest: number, most = wanted): number => Math.max(smallest, Math.min(wanted, most))
  return {
    width: within(width, SMALLEST.width, screen?.width),
    height: within(height, SMALLEST.height, screen?.height),
  }
}

export function readState(path: string): WindowState | null {
  try {
    return WindowState.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null // The first start, or a file that is no longer of use.
  }
}

export function saveState(path: string, state: WindowState): void {
  try {
    writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  } catch {
    // Where the window stood is no loss worth a message while it closes.
  }
}
