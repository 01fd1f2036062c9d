const providers = new WeakMap<Element, () => string>()

/** For a field with a selection of its own, in a shadow root. @returns ends that */
export function provideSelection(field: Element, selected: () => string): () => void {
  providers.set(field, selected)
  return () => providers.delete(field)
}

/** What is selected on the page or in a field, without the space around it. */
export function selectedText(): string {
  const { activeElement } = document
  const provided = activeElement === null ? undefined : providers.get(activeElement)
  if (provided !== undefined) return provided().trim()
  if (activeElement instanceof HTMLTextAreaElement || isTextInput(activeElement))
    return activeElement.value.slice(activeElement.selectionStart ?? 0, activeElement.selectionEnd ?? 0).trim()
  return (getSelection()?.toString() ?? '').trim()
}

const isTextInput = (element: Element | null): element is HTMLInputElement =>
  element instanceof HTMLInputElement && ['text', 'search'].includes(element.type)
