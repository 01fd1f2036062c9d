import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { RectangleEllipsis } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useStatusBar } from '../state/status-bar-store.ts'
import { selectedText } from '../text/selected-text.ts'
import { useKeys } from '../ui/keys.ts'
import { tooltip } from '../ui/Tooltip.tsx'
import { MarkSecretSheet } from './MarkSecretSheet.tsx'

const KEYS = 'shift+mod+x'
/** Where texts of the memory and of conversations are. */
const TEXTS = 'main, [role=complementary], aside'

interface Offer {
  readonly x: number
  readonly y: number
}

/** "Mark as a secret" on whatever is selected: by its keys, or by the button that appears beside a selection. */
export function MarkSecret() {
  const [value, setValue] = useState<string | null>(null)
  const [offer, setOffer] = useOffer()
  const mark = (): void => {
    const text = selectedText()
    setOffer(null)
    if (text === '') useStatusBar.getState().say(t`Select the value first.`)
    else setValue(text)
  }
  useKeys({ [KEYS]: mark }, true, 'window')
  return (
    <>
      {offer !== null && value === null && (
        <button
          type="button"
          className="btn sm mark-secret"
          style={{ left: offer.x, top: offer.y }}
          {...tooltip(t`Mark as a secret`, KEYS)}
          // Pressing a button would take the selection away.
          onPointerDown={(event) => event.preventDefault()}
          onMouseDown={(event) => event.preventDefault()}
          onClick={mark}
        >
          <RectangleEllipsis className="i s" aria-hidden />
          <Trans>Mark as a secret</Trans>
        </button>
      )}
      {value !== null && <MarkSecretSheet value={value} onClose={() => setValue(null)} />}
    </>
  )
}

const BELOW_PX = 14
const WIDTH_PX = 150
const MIN_CHARACTERS = 4

/** Where to offer it: beside the pointer that has just selected something. */
function useOffer() {
  const [offer, setOffer] = useState<Offer | null>(null)
  useEffect(() => {
    const away = (event: Event): void => {
      if (!(event.target instanceof Element) || event.target.closest('.mark-secret') === null) setOffer(null)
    }
    const selected = (event: PointerEvent): void => {
      const { target, clientX, clientY } = event
      if (!(target instanceof Element) || target.closest(TEXTS) === null || target.closest('.mark-secret') !== null)
        return
      // The selection follows the event.
      requestAnimationFrame(() => {
        if (selectedText().length < MIN_CHARACTERS) return
        setOffer({
          x: Math.min(clientX, innerWidth - WIDTH_PX),
          y: Math.min(clientY + BELOW_PX, innerHeight - 2 * BELOW_PX),
        })
      })
    }
    document.addEventListener('pointerdown', away)
    document.addEventListener('keydown', away)
    document.addEventListener('wheel', away, { passive: true })
    document.addEventListener('pointerup', selected)
    return () => {
      document.removeEventListener('pointerdown', away)
      document.removeEventListener('keydown', away)
      document.removeEventListener('wheel', away)
      document.removeEventListener('pointerup', selected)
    }
  }, [])
  return [offer, setOffer] as const
}
