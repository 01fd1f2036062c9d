/** The first field within an element whose value can't be used; null if there is none. */
export const firstInvalid = (within: Element | null): HTMLElement | null =>
  within?.querySelector<HTMLElement>('[aria-invalid=true]') ?? null
