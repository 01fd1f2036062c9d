import { whereDataLives } from '../core.ts'
import { jsonLine, print } from './output.ts'
import { folderOf, printable, type Place } from './place.ts'

/** Names the folders that hold data of the user's, whether they exist yet or not. Opens and makes nothing. */
export async function where(place: Place, { json = false }: { readonly json?: boolean }): Promise<void> {
  const { memory, app } = await whereDataLives(process.env, folderOf(place))
  await print(
    json ? jsonLine({ memory, app }) : printable(`the memory          ${memory}\nthe app’s own data  ${app}\n`),
  )
}
