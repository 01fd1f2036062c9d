export interface Said {
  readonly kind: 'text' | 'thinking'
  readonly text: string
}

const OPEN = '<think>'
const CLOSE = '</think>'

/**
 * Separates the thoughts that an answer begins with, between <think> and </think>, from its text. Tags may arrive in
 * pieces; a later <think> is text.
 */
export function splitThoughts(): { feed(text: string): readonly Said[]; rest(): readonly Said[] } {
  let state: 'before' | 'inside' | 'between' | 'after' = 'before'
  let held = ''

  function feed(text: string): readonly Said[] {
    if (state === 'after') return said('text', text)
    if (state === 'between') return begin(text)
    held += text
    if (state === 'before') {
      const start = held.trimStart()
      if (OPEN.startsWith(start)) return []
      if (!start.startsWith(OPEN)) {
        state = 'after'
        return rest()
      }
      state = 'inside'
      held = start.slice(OPEN.length)
    }
    const end = held.indexOf(CLOSE)
    if (end === -1) {
      const ready = held.length - overlap(held)
      const thought = held.slice(0, ready)
      held = held.slice(ready)
      return said('thinking', thought)
    }
    const thought = held.slice(0, end)
    const after = held.slice(end + CLOSE.length)
    state = 'between'
    held = ''
    return [...said('thinking', thought), ...begin(after)]
  }

  /** The blank lines after the thoughts belong to neither. */
  function begin(text: string): readonly Said[] {
    const start = text.trimStart()
    if (start !== '') state = 'after'
    return said('text', start)
  }

  function rest(): readonly Said[] {
    const last = held
    held = ''
    return said(state === 'inside' ? 'thinking' : 'text', last)
  }

  return { feed, rest }
}

function said(kind: Said['kind'], text: string): readonly Said[] {
  return text === '' ? [] : [{ kind, text }]
}

/** How much of the end may be the beginning of the closing tag. */
function overlap(text: string): number {
  for (let length = Math.min(text.length, CLOSE.length - 1); length > 0; length -= 1)
    if (CLOSE.startsWith(text.slice(-length))) return length
  return 0
}
