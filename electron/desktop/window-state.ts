import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Rectangle } from 'electron'
import { z } from 'zod'

export const MIN_SIZE = { width: 640, height: 480 }
const FIRST_SIZE = { width: 1440, height: 900 }
/** How much of the title bar must be on a screen. */
const MIN_REACHABLE_PX = 120

const WindowState = z
  .object({
    x: z.number().int(),
    y: z.number().int(),
    width: z.number().int().min(MIN_SIZE.width),
    height: z.number().int().min(MIN_SIZE.height),
    maximized: z.boolean(),
    fullScreen: z.boolean().default(false),
  })
  .readonly()
export type WindowState = z.infer<typeof WindowState>

export interface Placement {
  readonly bounds: Partial<Rectangle> & Pick<Rectangle, 'width' | 'height'>
  readonly maximized: boolean
  readonly fullScreen: boolean
}

/** Where the window opens: as it was left, as far as the current screens allow. */
export function placementFor(state: WindowState | null, screens: readonly Rectangle[]): Placement {
  const [main] = screens
  if (state === null) return { bounds: fit(FIRST_SIZE, main), maximized: false, fullScreen: false }
  const screen = screens.find(
    (each) =>
      state.x + state.width >= each.x + MIN_REACHABLE_PX &&
      state.x <= each.x + each.width - MIN_REACHABLE_PX &&
      state.y >= each.y &&
      state.y <= each.y + each.height - MIN_REACHABLE_PX,
  )
  const size = fit(state, screen ?? main)
  const { x, y, maximized, fullScreen } = state
  return { bounds: screen === undefined ? size : { x, y, ...size }, maximized, fullScreen }
}

function fit(
  { width, height }: Pick<Rectangle, 'width' | 'height'>,
  screen: Rectangle | undefined,
): Pick<Rectangle, 'width' | 'height'> {
  const within = (wanted: number, smallest: number, most = wanted): number => Math.max(smallest, Math.min(wanted, most))
  return {
    width: within(width, MIN_SIZE.width, screen?.width),
    height: within(height, MIN_SIZE.height, screen?.height),
  }
}

export function readState(path: string): WindowState | null {
  try {
    return WindowState.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return null // the first start, or an invalid file
  }
}

export function saveState(path: string, state: WindowState): void {
  try {
    writeFileSync(`${path}.new`, JSON.stringify(state), { mode: 0o600 })
    renameSync(`${path}.new`, path)
  } catch {
    // The window's position is not worth a message while it closes.
  }
}
