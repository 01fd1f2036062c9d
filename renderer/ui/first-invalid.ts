/** The first invalid field in an element; `null` if every field is valid. */
export const firstInvalid = (within: Element | null): HTMLElement | null =>
  within?.querySelector<HTMLElement>('[aria-invalid=true]') ?? null
