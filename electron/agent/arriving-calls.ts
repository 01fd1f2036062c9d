import { JsonProgress, objectIn } from './json-text.ts'

/**
 * Which call a piece of a streamed answer belongs to, in either format. Servers differ: a call has an index, an id, both
 * or neither; one of them may be the same for all calls, or another for each piece; the name and the id may come late;
 * arguments may come again at the end, or each time with all that came before.
 *
 * Contract: what the server meant as one call is one call here, and its text is exactly what was sent for it. What
 * belongs to no call for certain becomes a call without a name, and what is torn is no JSON: neither is carried out.
 */

/** Each field may be empty. */
export interface CallPiece {
  readonly index: number | null
  readonly id: string
  readonly name: string
  /** Some more of the arguments. */
  readonly text: string
  /** The mark of the thoughts that led to the call. */
  readonly signature?: string
  /** The arguments, unless they come in pieces. */
  readonly given?: string
}

export class ArrivingCall {
  id = ''
  name = ''
  signature = ''
  /** Under which it began. */
  readonly ownIndex: number | null
  /** All under which pieces of it came. */
  readonly indexes = new Set<number>()
  /** Arguments came under its own index, so none under another are its. */
  isSteady = false
  /** The format says that no more of it comes. */
  isStopped = false
  /** A piece with a name and no arguments that came after some of them: it says the name again, or begins another. */
  next: CallPiece | null = null
  /** The arguments where none arrive in pieces. */
  readonly #given: string
  #text = ''
  #progress = new JsonProgress()
  #isCumulative = false
  #read: (Read & { readonly sent: string }) | null = null

  constructor({ index, given = '' }: CallPiece) {
    this.ownIndex = index
    this.#given = isNothing(given) ? '' : given
  }

  /** The arguments, as far as they arrived: in two versions, where they do not agree. */
  get text(): string {
    return this.#reading().text
  }

  get isEmpty(): boolean {
    return this.#text === '' && this.#given === ''
  }

  get isWhole(): boolean {
    return this.#text === '' ? this.#given !== '' : this.#progress.isWhole
  }

  /** It is whole and has neither name nor id: it may be of another call, and nothing that comes is of it. */
  get isLeftOver(): boolean {
    return this.name === '' && this.id === '' && this.isWhole
  }

  get size(): number {
    return [this.id, this.name, this.signature, this.#given, this.#text].reduce((sum, { length }) => sum + length, 0)
  }

  /** Whether it is an earlier one told again. */
  isAgain(earlier: ArrivingCall): boolean {
    const isElsewhere = this.ownIndex !== null && earlier.ownIndex !== null && this.ownIndex !== earlier.ownIndex
    if (isElsewhere || areOther(this.id, earlier.id) || areOther(this.name, earlier.name)) return false
    return this.isEmpty ? this.id !== '' && this.id === earlier.id : isSame(this.#reading(), earlier.#reading())
  }

  /**
   * Whether a text can be more of the arguments, or what there is of them again.
   * @param isIts it came under the call's own id or index, so it may take the place of arguments that were there before
   */
  accepts(text: string, isIts = false): boolean {
    const isOpen = isIts ? !this.#progress.isWhole : !this.isWhole
    return isOpen || isBlank(text) || this.restarts(text) || this.#repeats(text)
  }

  /** @param text one that it accepts, or that came under its name */
  add(text: string): void {
    if (isNothing(text) && this.#text === '') return
    if (this.restarts(text)) {
      this.#isCumulative = true
      this.#progress = new JsonProgress()
      this.#text = ''
    } else if (this.isWhole && this.#repeats(text)) return
    this.#text += text
    this.#progress.feed(text)
  }

  /** Whether a text repeats all that came before. JSON never continues that way, unless a nested object may begin there. */
  restarts(text: string): boolean {
    if (this.#text === '' || text.length < this.#text.length || !/^\s*\{/.test(text)) return false
    return (this.#isCumulative || !this.#progress.awaitsValue) && text.startsWith(this.#text)
  }

  /** Whether a text begins with what came, of a call that has not said its arguments so before. */
  beginsAgain(text: string): boolean {
    return !this.isWhole && !this.#isCumulative && this.restarts(text)
  }

  /** Whether a text says what the arguments say, or how they end. */
  #repeats(text: string): boolean {
    return this.text.endsWith(text) || isSame(this.#reading(), readingOf(text))
  }

  /** Worked out once for each text: pieces are compared with it, and so are all later calls. */
  #reading(): Read {
    if (this.#read?.sent !== this.#text) this.#read = { sent: this.#text, ...readingOf(this.#joined()) }
    return this.#read
  }

  #joined(): string {
    const [given, sent] = [this.#given, this.#text]
    const isOne = given === '' || sent === '' || isSame(readingOf(given), readingOf(sent))
    return isOne ? sent || given : given + sent
  }
}

interface Read {
  readonly text: string
  /** The same for the same object, however it is written; `null` for no object. */
  readonly meaning: string | null
}

function readingOf(text: string): Read {
  const object = objectIn(text)
  return { text, meaning: object === null ? null : JSON.stringify(object) }
}

const isSame = ({ meaning }: Read, other: Read): boolean => meaning !== null && meaning === other.meaning

const isBlank = (text: string): boolean => text.trim() === ''
/** Some gateways write an empty object before they have the arguments; in a string it is more of the string. */
const isNothing = (text: string): boolean => isBlank(text) || text.trim() === '{}'
const areOther = (one: string, other: string): boolean => one !== '' && other !== '' && one !== other

/** The calls of one answer. */
export class ArrivingCalls {
  /** Characters of all of them. */
  size = 0
  #last: ArrivingCall | null = null
  /** Those whose arguments are not whole. */
  readonly #open = new Set<ArrivingCall>()
  readonly #byIndex = new Map<number, ArrivingCall>()
  readonly #byId = new Map<string, ArrivingCall>()

  /**
   * A piece of which only its fields say whether it begins a call: of the OpenAI format, and arguments.
   * @returns the call that it begins; `null` when it belongs to one that has begun, or brings nothing
   */
  take(piece: CallPiece): ArrivingCall | null {
    const { id, name, text } = piece
    const known = this.#knownBy(piece)
    const call = name === '' ? this.#continuedBy(piece, known) : this.#namedBy(piece, known)
    if (call === null) return id === '' && name === '' && isNothing(text) ? null : this.#begin(piece)
    const { next } = call
    const isOther = !call.accepts(text) || call.beginsAgain(text)
    if (next !== null && (isOther || (next.id === '' && id !== '' && id !== call.id))) {
      call.next = null
      const begun = this.#begin(next)
      this.#add(piece, begun)
      return begun
    }
    if (!isBlank(text)) call.next = null
    else if (name !== '' && !call.isEmpty) call.next = piece
    // The id is the other's, if it begins one.
    const isOpen = call.next === null || call.name === '' || !call.isWhole
    this.#add(isOpen ? piece : { ...piece, id: '' }, call)
    return null
  }

  /**
   * A piece with which the Messages format begins a call, unless that call or its arguments have arrived before.
   * @returns as `take` does
   */
  start(piece: CallPiece): ArrivingCall | null {
    const known = this.#knownBy(piece)
    if (known === null || areOther(known.id, piece.id) || areOther(known.name, piece.name)) return this.#begin(piece)
    const isLate = known.name === '' && !known.isWhole
    const isAgain = known.isEmpty || (known.id !== '' && !known.isStopped && isNothing(piece.given ?? ''))
    if (piece.name === '' || !(known.name === '' ? isLate : isAgain)) return this.#begin(piece)
    this.#add(piece, known)
    return null
  }

  /** What is under an index, or began last, has ended. */
  stop(index: number | null): void {
    const call = index === null ? this.#last : this.#byIndex.get(index)
    if (call) call.isStopped = true
  }

  #begin(piece: CallPiece): ArrivingCall {
    const call = new ArrivingCall(piece)
    this.size += call.size
    this.#last = call
    this.#open.add(call)
    this.#add(piece, call)
    call.isSteady = false
    return call
  }

  #add({ index, id, name, text, signature = '' }: CallPiece, call: ArrivingCall): void {
    const before = call.size
    const isBeginning = (call.name === '' && name !== '') || (call.id === '' && id !== '')
    call.id ||= id
    call.name ||= name
    call.signature ||= signature
    if (id !== '') this.#byId.set(id, call)
    if (index !== null) {
      call.indexes.add(index)
      this.#byIndex.set(index, call)
      call.isSteady ||= index === call.ownIndex && !isBlank(text)
    }
    call.add(isBeginning && isNothing(text) ? '' : text)
    this.size += call.size - before
    if (call.isWhole) this.#open.delete(call)
  }

  /**
   * The call that has the id of a piece, or its index; of a piece without an index, the last that began, unless there
   * are others with an index for which it may be.
   */
  #knownBy({ index, id, name }: CallPiece): ArrivingCall | null {
    const isUnclear = index === null && this.#open.size > 1 && this.#last?.ownIndex !== null
    const found = (isUnclear ? null : index === null ? this.#last : this.#byIndex.get(index)) ?? null
    const there = found?.isLeftOver === true ? null : found
    const same = id === '' || there?.id === id ? undefined : this.#byId.get(id)
    // One id may be that of all calls; then their indexes differ.
    const isSame = same !== undefined && (name === '' || index === null || same.indexes.has(index))
    return isSame ? same : there
  }

  /** A piece with a name begins a call, unless it says the name of one late, or again. */
  #namedBy({ index, id, name, text }: CallPiece, known: ArrivingCall | null): ArrivingCall | null {
    if (known === null || areOther(known.id, id) || areOther(known.name, name)) return null
    const isNextHead = known.name !== '' && index === null && id === '' && known.isEmpty && isBlank(text)
    return isNextHead || !known.accepts(text) ? null : known
  }

  /** A piece without a name goes on with a call, unless it is the first of one whose name comes late. */
  #continuedBy({ index, id, text }: CallPiece, known: ArrivingCall | null): ArrivingCall | null {
    // A call may have another id with each piece; but one that begins an object is a call of its own.
    const isOther = known !== null && areOther(known.id, id) && this.#byId.get(id) !== known
    if (isOther && !known.isEmpty && /^\s*\{/.test(text) && !known.restarts(text)) return null
    if (known?.isWhole === false) return known
    if (isBlank(text)) return isOther && known.next?.id !== '' ? null : known
    if (known !== null && (known.accepts(text, index !== null || id !== '') || known.next !== null)) return known
    // Some servers count pieces, or begin a call under one index and go on under another: one call after the other.
    const last = this.#last
    const isFree = last !== null && id === '' && !isNothing(text) && (index === null || !last.isSteady)
    if (isFree && this.#open.size <= 1 && last.accepts(text)) return last
    // What begins no object is of the call that has the index, which is torn then.
    return index !== null && index === known?.ownIndex && known.isSteady && !/^\s*\{/.test(text) ? known : null
  }
}
