// The text of a git configuration file. Pure. Source: git-config(1), "Configuration file", and config.c.

export interface ConfigEntry {
  /** `section.name` or `section.subsection.name`; all but the subsection in lower case. */
  readonly key: string
  /** `true` where there is only a name. */
  readonly value: string
}

/** The entries in their order. Where git would give up, the rest is left out. */
export function parseConfig(text: string): readonly ConfigEntry[] {
  const entries: ConfigEntry[] = []
  const reader = new Reader(text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n'))
  for (let section = ''; ;) {
    reader.take(/(?:\s|[#;][^\n]*)*/y)
    const header = reader.take(/\[([\w.-]+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?\]/y)
    if (header !== null) {
      const [, name = '', subsection] = header
      section = name.toLowerCase() + (subsection === undefined ? '' : `.${subsection.replace(/\\(.)/g, '$1')}`)
      continue
    }
    const name = reader.take(/([A-Za-z][\w-]*)[ \t]*/y)?.[1]
    if (name === undefined) return entries
    const value = reader.take(/=[ \t]*/y) === null ? 'true' : reader.takeValue()
    if (value === null) return entries
    entries.push({ key: `${section === '' ? '' : `${section}.`}${name.toLowerCase()}`, value })
  }
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', t: '\t', b: '\b', '"': '"', '\\': '\\', '\n': '', '': '' }

class Reader {
  readonly #text: string
  #at = 0

  constructor(text: string) {
    this.#text = text
  }

  take(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at
    const found = sticky.exec(this.#text)
    if (found !== null) this.#at = sticky.lastIndex
    return found
  }

  /** To the end of the line. Blanks before it and a comment do not count, but in quotes. @returns null if malformed */
  takeValue(): string | null {
    let [value, blanks] = ['', '']
    for (let isQuoted = false; ;) {
      const [sign = ''] = this.take(/[^]/y) ?? []
      if (sign === '' || sign === '\n') return isQuoted ? null : value
      if (!isQuoted && (sign === ' ' || sign === '\t')) {
        if (value !== '') blanks += sign
      } else if (!isQuoted && (sign === '#' || sign === ';')) this.take(/[^\n]*/y)
      else {
        const read = sign === '"' ? '' : sign === '\\' ? ESCAPED[this.take(/[^]/y)?.[0] ?? ''] : sign
        if (read === undefined) return null
        if (sign === '"') isQuoted = !isQuoted
        value += blanks + read
        blanks = ''
      }
    }
  }
}
