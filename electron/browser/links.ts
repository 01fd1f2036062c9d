import { randomBytes } from 'node:crypto'

const LIFE_MS = 600_000
const MAX_LINKS = 20

interface Issued {
  readonly timer: NodeJS.Timeout
  readonly onGone: () => void
}

/** The one-time tokens in links: each lets one browser in, within ten minutes, in this run of the process. */
export class Links {
  readonly #issued = new Map<string, Issued>()

  /** @param onGone called once, when the token was used or is no longer valid */
  issue(onGone: () => void = () => undefined): string {
    const token = randomBytes(24).toString('base64url')
    const timer = setTimeout(() => this.redeem(token), LIFE_MS)
    timer.unref()
    this.#issued.set(token, { timer, onGone })
    const [oldest] = this.#issued.keys()
    if (this.#issued.size > MAX_LINKS && oldest !== undefined) this.redeem(oldest)
    return token
  }

  /** Uses the token up. @returns whether it was valid */
  redeem(token: string): boolean {
    const issued = this.#issued.get(token)
    if (issued === undefined) return false
    this.#issued.delete(token)
    clearTimeout(issued.timer)
    issued.onGone()
    return true
  }

  /** Ends all of them. */
  close(): void {
    for (const token of this.#issued.keys()) this.redeem(token)
  }
}
