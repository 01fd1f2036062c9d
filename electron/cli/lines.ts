/** Reads lines that end in "\n" only: a text may contain other line separators. The last one may be unterminated. */
export async function* lines(input: NodeJS.ReadableStream): AsyncGenerator<string> {
  const decoder = new TextDecoder()
  let rest: string[] = []
  for await (const chunk of input) {
    const pieces = (typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })).split('\n')
    const last = pieces.pop() ?? ''
    for (const piece of pieces) {
      yield rest.join('') + piece
      rest = []
    }
    if (last !== '') rest.push(last)
  }
  if (rest.length > 0) yield rest.join('')
}
