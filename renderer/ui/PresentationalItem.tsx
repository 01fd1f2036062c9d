import type { ComponentProps } from 'react'

/** A wrapper element of a virtual list, hidden from the accessibility tree. */
export function PresentationalItem({ children, ...props }: ComponentProps<'div'> & { readonly item?: unknown }) {
  const { item: _, ...rest } = props
  return (
    <div {...rest} role="none">
      {children}
    </div>
  )
}
