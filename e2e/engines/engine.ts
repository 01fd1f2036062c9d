import * as fs from 'node:fs/promises'

/** A browser other than the one that the suite drives, with one page. */
export interface Engine {
  /** Errors of the page; some engines tell them only once it has stopped. */
  readonly complaints: readonly string[]
  goto(url: string): Promise<void>
  /** Of what the page sees, in CSS pixels. */
  resize(width: number, height: number): Promise<void>
  /** What an expression of the page is, as JSON would have it. */
  evaluate(expression: string): Promise<unknown>
  /** Waits until an expression of the page holds. */
  until(expression: string): Promise<void>
  /** Clicks in the middle of an element; of several, the last one. */
  click(role: string, name: string): Promise<void>
  /** Presses keys, one after the other. */
  type(text: string): Promise<void>
  /** @returns a PNG */
  screenshot(): Promise<Uint8Array>
  stop(): Promise<void>
}

/** @param variable the environment variable that names the program where it is in none of the usual places */
export async function programOf(what: string, variable: string, usual: readonly string[]): Promise<string> {
  for (const program of [process.env[variable] ?? '', ...usual]) {
    const isThere = await fs.access(program).then(
      () => true,
      () => false,
    )
    if (isThere) return program
  }
  throw new Error(`There is no ${what}. Install one, or name its program in ${variable}.`)
}
