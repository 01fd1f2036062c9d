/** The first invalid field within an element; `null` if there is none. */
export const firstInvalid = (within: Element | null): HTMLElement | null =>
  within?.querySelector<HTMLElement>('[aria-invalid=true]') ?? null
