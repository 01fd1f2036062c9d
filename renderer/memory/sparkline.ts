/** SVG paths of a step line through evenly spaced values. */
export function stepLine(
  values: readonly number[],
  width: number,
  height: number,
): { readonly line: string; readonly area: string; readonly xs: readonly number[] } {
  const top = Math.max(1, ...values)
  const step = values.length > 1 ? width / values.length : width
  const y = (value: number): number => round(height - 4 - (value / top) * (height - 14))
  const xs = values.map((_, at) => round(Math.min(width - 1, at * step + (at === values.length - 1 ? step : step / 2))))
  const path = values.map((value, at) => `${at === 0 ? `M0 ${y(value)}` : `H${round(at * step)}V${y(value)}`}`).join('')
  const line = `${path}H${width}`
  return { line, area: `${line}V${height}H0Z`, xs }
}

const round = (value: number): number => Math.round(value * 10) / 10
