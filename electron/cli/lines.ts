/** Lines end at "\n" alone: a text may hold any other line separator. The last one may lack its end. */
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
