import { EventEmitter } from 'node:events'

/*
 * The pages of the stand-in for Electron. The test's process shows them (shown-pages.ts), all of its tests' in one
 * browser: loading Playwright and starting a browser takes longer than the app does.
 */

/** What the stand-in wants of a page; each wish is answered. */
export type Wish =
  | { readonly kind: 'show'; readonly url: string; readonly preload: string }
  | { readonly kind: 'go'; readonly url: string }
  | { readonly kind: 'reload' }
  | { readonly kind: 'evaluate'; readonly code: string }

/** What a page asks for by its address. */
export interface Served {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Uint8Array
}

/** From the stand-in to the test's process. */
export type ToPages = { readonly page: number } & (
  | { readonly kind: 'wish'; readonly id: number; readonly wish: Wish }
  | { readonly kind: 'response'; readonly id: number; readonly response: Served | null }
)

/** And back. `send` and `port` are what the preload does with Electron's names. */
export type FromPages = { readonly page: number } & (
  | { readonly kind: 'granted'; readonly id: number; readonly value?: unknown; readonly failed?: string }
  | { readonly kind: 'request'; readonly id: number; readonly url: string; readonly method: string }
  | { readonly kind: 'moved'; readonly url: string }
  | { readonly kind: 'send'; readonly channel: string }
  | { readonly kind: 'port'; readonly port: number; readonly data: unknown }
)

/** @returns `null`: refused */
type Respond = (url: string, method: string) => Promise<Served | null>

const pages: Page[] = []
process.on('message', (news: FromPages) => pages[news.page]?.hear(news))

export class Page extends EventEmitter<{ send: [channel: string]; port: [port: number, data: unknown] }> {
  url = ''
  readonly #id = pages.push(this) - 1
  readonly #respond: Respond
  readonly #wishes: PromiseWithResolvers<unknown>[] = []

  constructor(respond: Respond) {
    super()
    this.#respond = respond
  }

  /** Resolves when the page has done it. */
  do(wish: Wish): Promise<unknown> {
    const granted = Promise.withResolvers<unknown>()
    this.#tell({ page: this.#id, kind: 'wish', id: this.#wishes.push(granted) - 1, wish })
    return granted.promise
  }

  hear(news: FromPages): void {
    if (news.kind === 'moved') this.url = news.url
    else if (news.kind === 'send') this.emit('send', news.channel)
    else if (news.kind === 'port') this.emit('port', news.port, news.data)
    else if (news.kind === 'request') {
      const { id } = news
      void this.#respond(news.url, news.method).then((response) =>
        this.#tell({ page: this.#id, kind: 'response', id, response }),
      )
    } else if (news.failed === undefined) this.#wishes[news.id]?.resolve(news.value)
    else this.#wishes[news.id]?.reject(new Error(news.failed))
  }

  #tell(message: ToPages): void {
    process.send?.(message)
  }
}
