import { ArrowLeft, ArrowRight, CornerDownLeft } from 'lucide-react'
import { canPress, printKeys } from './keys.ts'

/** The signs of keys that the shipped fonts lack. */
const DRAWN = { '↵': CornerDownLeft, '←': ArrowLeft, '→': ArrowRight } as const
const isDrawn = (sign: string): sign is keyof typeof DRAWN => sign in DRAWN

/** Nothing for a combination that cannot be pressed here. */
export function Kbd({ keys, boxed = false }: { readonly keys: string; readonly boxed?: boolean }) {
  if (!canPress(keys)) return null
  const pieces = printKeys(keys).split(/([↵←→])/)
  return (
    <kbd className={boxed ? 'key' : undefined}>
      {pieces.map((piece, at) => (isDrawn(piece) ? <Drawn key={at} sign={piece} /> : piece))}
    </kbd>
  )
}

function Drawn({ sign }: { readonly sign: keyof typeof DRAWN }) {
  const Icon = DRAWN[sign]
  return (
    <>
      <Icon className="sign" aria-hidden />
      <span className="vh">{sign}</span>
    </>
  )
}
