import type { ComponentProps } from 'react'

/** A part of a long list that is nothing to a screen reader. */
export function PresentationalItem({ children, ...props }: ComponentProps<'div'> & { readonly item?: unknown }) {
  const { item: _, ...rest } = props
  return (
    <div {...rest} role="none">
      {children}
    </div>
  )
}
