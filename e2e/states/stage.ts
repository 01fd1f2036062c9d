import { mkdir } from 'node:fs/promises'
import * as nodePath from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { agentEnv, makeAgentHome } from '../../testing/agent-home.ts'
import { type App, expect } from '../app.ts'
import { type ScriptedModel, startScriptedModel } from '../scripted-model.ts'
import { type Words, wordsOf } from './words.ts'

/** For what takes a moment where much else is running. */
export const SLOW_MS = 20_000

type Role = Parameters<Page['getByRole']>[0]

/** One window on one store, on which the states are shown one after the other. */
export class Stage {
  readonly app: App
  readonly window: Page
  readonly model: ScriptedModel
  readonly #words: Words

  private constructor(app: App, window: Page, model: ScriptedModel, words: Words) {
    this.app = app
    this.window = window
    this.model = model
    this.#words = words
  }

  /** Opens the app as a new user sees it. @param locale in which the browser asks for it */
  static async open(app: App, window: Page, locale = 'en'): Promise<Stage> {
    const [model, words] = await Promise.all([startScriptedModel(), wordsOf(locale), mkdir(app.documents)])
    const account = nodePath.join(app.documents, 'account')
    await makeAgentHome(account)
    const env = { ...agentEnv(account), ANTHROPIC_BASE_URL: model.url, ANTHROPIC_API_KEY: '' }
    await window.goto(await app.start({ isFirstRun: true, env }))
    return new Stage(app, window, model, words)
  }

  close(): Promise<void> {
    return this.model.close()
  }

  /** What has a role and a name, which is given in English. */
  get(role: Role, name?: string, within: Page | Locator = this.window): Locator {
    return within.getByRole(role, name === undefined ? {} : { name: this.#words(name) })
  }

  /** The same, with no other word in its name. */
  only(role: Role, name: string, within: Page | Locator = this.window): Locator {
    return within.getByRole(role, { name: this.#words(name), exact: true })
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.window.keyboard.press(key)
  }

  async click(name: string, role: Role = 'button'): Promise<void> {
    await this.only(role, name).first().click()
  }

  /** Opens one of the views, by its key. */
  async view(key: string, name: string): Promise<void> {
    await this.press('Escape', `Control+${key}`)
    await expect(this.get('heading', name).first()).toBeVisible()
  }

  /** Opens a file under Memory. */
  async file(name: string): Promise<void> {
    await this.view('2', 'Memory')
    await this.window.getByRole('treeitem', { name }).first().click()
    await expect(this.window.getByRole('main').filter({ hasText: name })).toBeVisible()
  }

  /** A row of the timeline. */
  row(text: string): Locator {
    return this.window.getByRole('treeitem', { name: text }).first()
  }

  /** The menu of something, by the right mouse button. */
  async contextMenu(target: Locator): Promise<void> {
    await target.click({ button: 'right' })
    await expect(this.get('menu')).toBeVisible()
  }

  async menu(button: string): Promise<void> {
    await this.click(button)
    await expect(this.get('menu')).toBeVisible()
  }

  async pick(button: string, item: string): Promise<void> {
    await this.menu(button)
    await this.get('menuitem', item).click()
  }

  /** Sends a message, and waits until its answer is complete. */
  async say(text: string): Promise<void> {
    const turns = this.window.locator('section.turn')
    const before = await turns.count()
    await this.get('textbox', 'Message').fill(text)
    await this.get('textbox', 'Message').press('Enter')
    await expect(turns).toHaveCount(before + 1, { timeout: SLOW_MS })
    await expect(this.only('button', 'Stop')).toHaveCount(0, { timeout: SLOW_MS })
  }
}

/** What the window can look like, and how to get there from wherever it is. */
export interface State {
  readonly name: string
  readonly reach: (stage: Stage) => Promise<void>
  /** Whether it lies over a view, and Escape closes it. */
  readonly isOver: boolean
}

export const state = (name: string, reach: State['reach']): State => ({ name, reach, isOver: false })

/** A dialog or a menu. */
export const over = (name: string, reach: State['reach']): State => ({ name, reach, isOver: true })
