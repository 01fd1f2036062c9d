import { Trans as LinguiTrans, type TransProps } from '@lingui/react'

/**
 * What `<Trans>` of the macro becomes (lingui.config.ts). Lingui puts values into the sentence and only then looks for the
 * sentence's tags, so that a file named "<b>x</b>.md" would be shown as "x.md". As an element a value stays as it is.
 */
export function Trans(props: TransProps) {
  const { values } = props
  if (values === undefined) return <LinguiTrans {...props} />
  const kept = Object.entries(values).map(
    ([name, value]) => [name, typeof value === 'string' && value.includes('<') ? <>{value}</> : value] as const,
  )
  return <LinguiTrans {...props} values={Object.fromEntries(kept)} />
}
