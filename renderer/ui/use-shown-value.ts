import { type RefObject, useEffect, useRef } from 'react'

/** For an uncontrolled input: shows the value when it changes, and keeps the focus. */
export function useShownValue(value: string): RefObject<HTMLInputElement | null> {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (input.current !== null) input.current.value = value
  }, [value])
  return input
}
