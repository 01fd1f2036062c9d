import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/**
 * What the `<Trans>` macro compiles to (see lingui.config.ts). Lingui inserts values before it parses the sentence's
 * tags, so a file named "<b>x</b>.md" would show as "x.md". A value wrapped in an element stays literal.
 */
export function Trans(props: TransProps) {
  const { values } = props
  if (values === undefined) return <LinguiTrans {...props} />
  const literal = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'string' && value.includes('<') ? <>{value}</> : value] as const,
  )
  return <LinguiTrans {...props} values={Object.fromEntries(literal)} />
}
