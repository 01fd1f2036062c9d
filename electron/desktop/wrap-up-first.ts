import { app, type BrowserWindow, dialog } from 'electron'
import { say } from '../../shared/messages/say.ts'
import type { Core } from '../core.ts'
import { words } from './language.ts'

/**
 * Before the window closes, asks about sessions of jobs that have not written down where they are. Whoever wants it sees
 * the agent do so in the window, which closes then.
 */
export class WrapUpFirst {
  #core: Core | null = null
  #isQuitting = false
  #isDecided = false

  constructor(core: Promise<Core>) {
    core.then(
      (opened) => (this.#core = opened),
      () => undefined, // told by whoever opened it
    )
    app.on('before-quit', () => (this.#isQuitting = true))
  }

  /** The window's `close`. */
  begin(event: { preventDefault(): void }, window: BrowserWindow): void {
    const core = this.#core
    if (this.#isDecided || core === null || core.jobs.notWrappedUp().length === 0) {
      this.#isDecided = false
      // The window may stay open all the same.
      this.#isQuitting = false
      return
    }
    event.preventDefault()
    void this.#ask(core, window)
  }

  async #ask(core: Core, window: BrowserWindow): Promise<void> {
    const sessions = core.jobs.notWrappedUp()
    const { response } = await dialog.showMessageBox(window, {
      type: 'question',
      message: words(say('wrap-up-first')),
      detail: words(say('wrap-up-first-detail', { titles: sessions.map(({ title }) => `“${title}”`) })),
      buttons: [say('button-wrap-up'), say('button-close-anyway'), say('button-cancel')].map(words),
      defaultId: 0,
      cancelId: 2,
    })
    const isQuitting = this.#isQuitting
    this.#isQuitting = false
    if (response === 2) return
    if (response === 0 && !(await wrapUp(core, sessions))) return
    this.#isDecided = true
    if (isQuitting) app.quit()
    else window.close()
  }
}

/** @returns whether all of them could; where not, the conversation says why */
async function wrapUp(core: Core, sessions: ReturnType<Core['jobs']['notWrappedUp']>): Promise<boolean> {
  for (const { conversation } of sessions) {
    await core.finished(conversation)
    await core.wrapUp({ id: conversation }).catch(() => undefined)
    await core.finished(conversation)
    const turn = (await core.conversations.open(conversation))?.transcript.at(-1)
    if (turn?.follows?.kind !== 'wrap-up' || turn.end?.kind !== 'done') return false
  }
  return true
}
