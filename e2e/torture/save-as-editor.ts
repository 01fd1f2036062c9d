import * as fs from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

type Save = (place: string, text: string, pauseMs: number) => Promise<void>

/** The ways in which editors save a file. */
const WAYS: readonly Save[] = [
  async function overwriteInPlace(place, text) {
    const file = await fs.open(place, 'a+').then(async (made) => (await made.close(), fs.open(place, 'r+')))
    await file.write(text, 0)
    await file.truncate(text.length)
    await file.close()
  },
  async function emptyThenWrite(place, text, pauseMs) {
    const file = await fs.open(place, 'w')
    await delay(pauseMs)
    await file.write(text)
    await file.close()
  },
  async function renameOver(place, text) {
    await fs.writeFile(`${place}.new`, text)
    await fs.rename(`${place}.new`, place)
  },
  async function deleteThenCreate(place, text) {
    await fs.rm(place, { force: true })
    await fs.writeFile(place, text)
  },
  async function keepBackup(place, text) {
    await fs.rename(place, `${place}~`).catch(() => undefined)
    await fs.writeFile(place, text)
    await fs.rm(`${place}~`, { force: true })
  },
]

export const EDITORS = WAYS.length

/** @param pauseMs how long a file that is emptied first stays empty */
export async function saveAsEditor(editor: number, place: string, text: string, pauseMs: number): Promise<void> {
  await WAYS[editor]?.(place, text, pauseMs)
}
