import type { LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { Fragment, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'
import { isFocusLost } from './focus.ts'
import { Kbd } from './Kbd.tsx'
import { explained } from './Tooltip.tsx'

export interface MenuItem {
  readonly label: string
  readonly icon: LucideIcon
  readonly run: () => void
  readonly keys?: string
  readonly danger?: boolean
  /** Needed when items share a label. */
  readonly key?: string
  readonly title?: string
  /** Draws a separator above. */
  readonly apart?: boolean
  readonly disabled?: boolean
  /** Opens a field that takes the focus: it runs when the menu has let go of it. */
  readonly takesFocus?: boolean
}

interface MenuProps {
  readonly trigger: ReactNode
  readonly items: readonly MenuItem[]
  readonly align?: 'start' | 'end'
  /** For a menu that is also opened by other means than its button. */
  readonly open?: boolean
  readonly onOpenChange?: (open: boolean) => void
  /** Gets the focus when the menu closes; by default the button. */
  readonly returnFocus?: () => void
}

/**
 * A menu under a button. Not modal: a modal one would inject a style sheet, which the content security policy forbids.
 */
export function Menu({ trigger, items, align = 'end', returnFocus, open, onOpenChange }: MenuProps) {
  const { button, landmark, findLandmark } = useLandmark(open === true)
  const change = (open: boolean): void => {
    if (open) findLandmark()
    onOpenChange?.(open)
  }
  const { runLate, handlers } = useFocusAfter(button, returnFocus)
  return (
    <DropdownMenu.Root modal={false} {...(open !== undefined && { open })} onOpenChange={change}>
      <DropdownMenu.Trigger asChild ref={button}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal container={landmark}>
        <DropdownMenu.Content
          className="menu"
          align={align}
          sideOffset={4}
          collisionPadding={8}
          {...handlers}
          // On Windows, the menu key asks for the browser's menu when it is let go, after ours has opened.
          onContextMenu={(event) => event.preventDefault()}
        >
          {items.map(({ label, icon: Icon, run, keys, danger, disabled, key = label, title, apart, takesFocus }) => (
            <Fragment key={key}>
              {apart === true && (
                <DropdownMenu.Separator asChild>
                  <hr />
                </DropdownMenu.Separator>
              )}
              <DropdownMenu.Item
                className={danger === true ? 'bad' : undefined}
                disabled={disabled === true}
                {...(title !== undefined && explained(title))}
                onSelect={() => {
                  if (takesFocus === true) runLate(run)
                  else run()
                }}
              >
                <Icon className="i s" aria-hidden />
                {label}
                {keys !== undefined && <Kbd keys={keys} />}
              </DropdownMenu.Item>
            </Fragment>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

/** Who has the focus when the menu has closed, and what runs only then. */
function useFocusAfter(button: RefObject<HTMLButtonElement | null>, returnFocus: (() => void) | undefined) {
  const afterClose = useRef<(() => void) | null>(null)
  const pressedOutside = useRef(false)
  const onCloseAutoFocus = (event: Event): void => {
    const run = afterClose.current ?? returnFocus
    // A dialog gives the focus back to where it was.
    if (afterClose.current !== null) button.current?.focus()
    afterClose.current = null
    // What was pressed beside the menu keeps the focus: a field, or a row whose own menu is open now.
    const isElsewhere = pressedOutside.current && !isFocusLost()
    pressedOutside.current = false
    if (run === undefined || isElsewhere) return
    event.preventDefault()
    run()
  }
  const onPointerDownOutside = (): void => {
    pressedOutside.current = true
  }
  const runLate = (run: () => void): void => {
    afterClose.current = run
  }
  return { runLate, handlers: { onCloseAutoFocus, onPointerDownOutside } }
}

/** A turn is none here: the edge of the thread would cut the menu off. */
const LANDMARKS = 'main, nav, aside, header, footer, dialog, section:not(.turn)'

/** The landmark around the button of a menu: the menu is drawn in it, so that it belongs to it for a screen reader, too. */
function useLandmark(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const [landmark, setLandmark] = useState<HTMLElement | null>(null)
  const findLandmark = (): void => setLandmark(button.current?.closest<HTMLElement>(LANDMARKS) ?? null)
  // A menu that is opened by other means than its button.
  useLayoutEffect(() => {
    if (isOpen) findLandmark()
  }, [isOpen])
  return { button, landmark, findLandmark }
}
