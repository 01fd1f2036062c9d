import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished } from 'vitest'
import type { Turn } from '../../../shared/conversation.ts'
import type { AppEvent, TurnEvent } from '../../../shared/events.ts'
import { CompatibleServer, DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts'
import { applyTurnEvent } from '../../../shared/transcript.ts'
import { newFolder } from '../../../testing/folders.ts'
import { type Pick, random } from '../../../testing/random.ts'
import { newUlid } from '../../disk/new-ulid.ts'
import type { Store } from '../../memory/store-interface.ts'
import { type Agent, createAgent } from '../agent.ts'
import { PATIENCE } from '../ask.ts'
import { openCatalogue } from '../catalogue.ts'
import { NO_REDACTION, type Redactor } from '../redactor.ts'
import { LISTED } from './listed-models.ts'
import { comparable, expectNothingWithdrawn, expectPrefixes } from './random-checks.ts'
import { type RandomService, startRandomService } from './random-service.ts'
import { newStore } from './scene.ts'

// One conversation of random steps, and what must be true after each of them.

const ID = 'the-conversation'
const DAY_MS = 86_400_000
const REDACTOR: Redactor = {
  ...NO_REDACTION,
  redact: (text) => text.replaceAll('hunter2', '[redacted: password]'),
}

type Steps = Readonly<Record<string, () => Promise<void> | void>>
type Writable<T> = { -readonly [Name in keyof T]: T[Name] }

export class RandomConversation {
  readonly #pick: Pick
  readonly #home: string
  readonly #store: Store
  readonly #service: RandomService
  readonly #events: AppEvent[] = []
  readonly #settings: Writable<Settings>
  readonly #env: Record<string, string>
  readonly #steps: string[] = []
  #agent: Agent
  #other: Agent
  #now = Date.parse('2026-11-22T12:00:00')
  #messages = 0
  #transcript: readonly Turn[] = []
  #seen = 0
  #checked = 0
  #rewrites = 0
  #rowsAtRequest = 0
  /** The turn that made each request. */
  readonly #turnOf = new Map<number, number>()

  private constructor(pick: Pick, home: string, store: Store, service: RandomService) {
    this.#pick = pick
    this.#home = home
    this.#store = store
    this.#service = service
    this.#settings = {
      ...DEFAULT_SETTINGS,
      provider: 'anthropic',
      model: 'claude-one',
      compatible: CompatibleServer.parse({ preset: 'other', baseUrl: service.url, model: 'claude-one' }),
    }
    this.#env = { ANTHROPIC_API_KEY: 'key-of-organisation-one', ANTHROPIC_BASE_URL: `${service.url}/first` }
    this.#agent = this.#newAgent()
    this.#other = this.#newAgent()
    if (pick(2) === 0) this.#changeSettings()
  }

  static async begin(seed: number): Promise<RandomConversation> {
    const pick = random(seed)
    const home = await newFolder()
    const store = await newStore(path.join(home, 'memory'))
    const states: { of?: () => string } = {}
    const service = await startRandomService(pick, () => states.of?.() ?? '')
    onTestFinished(() => service.close())
    await openCatalogue(home).write(`anthropic ${service.url}/first`, LISTED)
    const talk = new RandomConversation(pick, home, store, service)
    states.of = () => talk.#state()
    return talk
  }

  #newAgent(): Agent {
    const agent = createAgent({
      home: this.#home,
      store: this.#store,
      settings: () => this.#settings,
      emit: (event) => void this.#events.push(event),
      env: this.#env,
      redactor: REDACTOR,
      now: () => new Date(this.#now),
      patience: { ...PATIENCE, pause: async () => undefined },
    })
    onTestFinished(() => agent.close())
    return agent
  }

  get #file(): string {
    return path.join(this.#agent.conversations.directory, `${ID}.jsonl`)
  }

  /** What may change the beginning of a request: lines by which something is left out from then on. */
  #state(): string {
    const turn = this.#events.findLast((event) => event.type === 'turn.started')
    this.#turnOf.set(this.#service.asked.length + 1, turn?.type === 'turn.started' ? turn.turn : 0)
    const rewriting =
      /"type":"(?:results\.cleared|thoughts\.dropped|prompt\.fixed)"|"kind":"(?:refused|edit|regenerate)"/g
    const text = readFileSync(this.#file, 'utf8')
    this.#rowsAtRequest = text.split('\n').length - 1
    return `${this.#rewrites} ${text.match(rewriting)?.length}`
  }

  /** Takes one step and checks everything. */
  async step(): Promise<void> {
    try {
      await this.#randomStep()
      await this.#check()
    } catch (error) {
      throw new Error(`after: ${this.#steps.join(', ')}`, { cause: error })
    }
  }

  /** Whatever happened, a message is answered in the end. */
  async conclude(): Promise<void> {
    this.#service.calm(true)
    Object.assign(this.#settings, { provider: 'anthropic', thinking: 'default' })
    await this.#say()
    await this.#check()
    expect(this.#transcript.at(-1)?.end, this.#steps.join(', ')).toMatchObject({ kind: 'done' })
  }

  async #randomStep(): Promise<void> {
    const [changes, turns] = [Object.keys(this.#changes), Object.keys(this.#turns)]
    const isBegun = this.#transcript.length > 0
    const change = isBegun ? changes[this.#pick(changes.length * 2)] : undefined
    const turn = (isBegun ? turns[this.#pick(turns.length + 8)] : undefined) ?? 'say'
    for (const step of change === undefined ? [turn] : [change, turn]) {
      this.#steps.push(step)
      await (this.#changes[step] ?? this.#turns[step] ?? (() => this.#say()))()
    }
  }

  /** What happens between turns. */
  readonly #changes: Steps = {
    midnight: () => void (this.#now += DAY_MS),
    instructions: async () => {
      const systemPrompt = this.#pick(2) === 0 ? '' : `Be ${this.#pick(3)}.`
      await this.#store.changeSettings({ keepOrganised: this.#pick(2) === 0, systemPrompt })
    },
    settings: () => this.#changeSettings(),
    key: () => void (this.#env['ANTHROPIC_API_KEY'] = `key-of-organisation-${['one', 'two'][this.#pick(2)]}`),
    model: () => void (this.#settings.model = LISTED[this.#pick(LISTED.length)]?.id ?? 'claude-one'),
    provider: () => this.#changeProvider(),
    forget: () => this.#service.forget(),
    restart: async () => {
      await this.#agent.close()
      this.#agent = this.#newAgent()
    },
    crash: () => this.#crash(),
    'other window': () => void ([this.#agent, this.#other] = [this.#other, this.#agent]),
    'earlier version': () => this.#becomeEarlier(),
  }

  readonly #turns: Steps = {
    'send twice': async () => {
      const request = { id: ID, text: this.#newText(), message: newUlid() }
      const [one, other] = await Promise.all([this.#agent.send(request), this.#agent.send(request)])
      expect(one).toEqual(other)
      await this.#agent.finished(ID)
    },
    stop: async () => {
      const turn = this.#say()
      for (let ticks = this.#pick(60); ticks > 0; ticks -= 1) await new Promise((resolve) => setImmediate(resolve))
      await this.#agent.stop(ID)
      await turn
    },
    retry: () => this.#follow(() => this.#agent.retry({ id: ID })),
    continue: () => this.#follow(() => this.#agent.continue({ id: ID })),
    edit: () => this.#follow(() => this.#agent.edit({ id: ID, turn: this.#anyTurn(), text: this.#newText() })),
    'wrap up': async () => {
      const { at } = (await this.#agent.conversations.open(ID)) ?? { at: null }
      await (at === null ? this.#follow(() => this.#agent.wrapUp({ id: ID })) : this.#say())
    },
    skip: async () => {
      const turn = this.#say()
      for (let ticks = this.#pick(60); ticks > 0; ticks -= 1) await new Promise((resolve) => setImmediate(resolve))
      this.#agent.skipWrapUp(ID)
      await turn
    },
    regenerate: () => this.#follow(() => this.#agent.regenerate({ id: ID, turn: this.#anyTurn() })),
    close: async () => {
      await this.#agent.send({ id: ID, text: this.#newText() })
      await this.#agent.close()
      this.#agent = this.#newAgent()
    },
  }

  async #follow(begin: () => Promise<unknown>): Promise<void> {
    await begin()
    await this.#agent.finished(ID)
  }

  /** One of the latest, or any, also one that was itself replaced. */
  #anyTurn(): number {
    const reach = this.#pick(3) === 0 ? this.#transcript.length : 2
    return this.#transcript.at(-1 - this.#pick(reach))?.number ?? 1
  }

  #newText(): string {
    this.#messages += 1
    return `Message ${this.#messages}.`
  }

  async #say(): Promise<void> {
    const begins = this.#transcript.length === 0 && this.#pick(5) === 0
    const [first] = begins ? (await this.#store.history({ limit: 1 })).commits : []
    await this.#agent.send({ id: ID, text: this.#newText(), at: first?.id })
    await this.#agent.finished(ID)
  }

  #changeSettings(): void {
    const pick = this.#pick
    Object.assign(this.#settings, {
      thinking: (['default', 'on', 'off'] as const)[pick(3)],
      effort: (['default', 'low', 'max'] as const)[pick(3)],
      cacheFor: (['5m', '1h'] as const)[pick(2)],
      contextEditing: { on: pick(4) > 0, trigger: [1200, 3000, 100_000][pick(3)], keep: pick(3) },
      compaction: { on: pick(2) === 0, trigger: 50_000 },
    })
  }

  #changeProvider(): void {
    const { url } = this.#service
    const kinds = [
      { provider: 'anthropic' },
      { provider: 'demo' },
      ...(['messages', 'openai'] as const).flatMap((format) =>
        ['second', 'third'].map((place) => ({
          provider: 'compatible',
          compatible: { ...this.#settings.compatible, format, baseUrl: `${url}/${place}` },
        })),
      ),
    ]
    Object.assign(this.#settings, kinds[this.#pick(kinds.length)])
  }

  /** The process died in the middle of the last turn: what was not on disk with the last request is lost. */
  async #crash(): Promise<void> {
    await this.#agent.close()
    const rows = (await readFile(this.#file, 'utf8')).trimEnd().split('\n')
    const turn = rows.findLastIndex((row) => row.includes('"type":"turn.started"'))
    const first = Math.max(turn + 1, this.#rowsAtRequest)
    const kept = rows.slice(0, first + this.#pick(rows.length - first + 1))
    const torn = this.#pick(2) === 0 ? '{"type":"model.rep' : ''
    await writeFile(this.#file, `${kept.join('\n')}\n${torn}`)
    await this.#reopen()
  }

  async #becomeEarlier(): Promise<void> {
    this.#rewrites += 1
    this.#rowsAtRequest = 0
    await this.#agent.close()
    const rows = (await readFile(this.#file, 'utf8')).split('\n')
    await writeFile(this.#file, rows.filter((row) => !/"type":"(?:prompt\.fixed|model\.told)"/.test(row)).join('\n'))
    await this.#reopen()
  }

  async #reopen(): Promise<void> {
    this.#agent = this.#newAgent()
    this.#seen = this.#events.length
    this.#transcript = await this.#readBack()
  }

  async #readBack(): Promise<readonly Turn[]> {
    return (await this.#agent.conversations.open(ID))?.transcript ?? []
  }

  async #check(): Promise<void> {
    const live = this.#events.slice(this.#seen).filter(isTurnEvent).reduce(applyTurnEvent, this.#transcript)
    this.#seen = this.#events.length
    const kept = await this.#readBack()
    expect(live.map((turn) => comparable(turn, REDACTOR))).toEqual(kept.map((turn) => comparable(turn, REDACTOR)))
    this.#transcript = kept
    expect(this.#service.refusals).toEqual([])
    const { asked } = this.#service
    expectPrefixes(asked, this.#checked)
    const last = asked.at(-1)
    if (last !== undefined && last.number > this.#checked) expectNothingWithdrawn(last, kept, this.#turnOf)
    this.#checked = asked.length
  }
}

function isTurnEvent(event: AppEvent): event is TurnEvent {
  return 'turn' in event
}
