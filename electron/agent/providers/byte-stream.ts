/** @param cancel makes a pending `next` settle */
export function streamOf(pieces: AsyncIterator<Uint8Array>, cancel: () => unknown): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next()
      if (done === true) controller.close()
      else controller.enqueue(value)
    },
    cancel: () => void cancel(),
  })
}
