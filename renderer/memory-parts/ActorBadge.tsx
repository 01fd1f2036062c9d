import { t } from '@lingui/core/macro'
import type { Actor } from '../../shared/origin.ts'

interface Shape {
  readonly letter: string
  readonly tag: 'circle' | 'rect' | 'path'
  readonly attributes: Readonly<Record<string, string>>
}

const SHAPES: Readonly<Record<Actor, Shape>> = {
  agent: { letter: 'A', tag: 'circle', attributes: { cx: '8', cy: '8', r: '7.2' } },
  user: { letter: 'U', tag: 'rect', attributes: { x: '1.2', y: '1.2', width: '13.6', height: '13.6', rx: '2.6' } },
  outside: { letter: 'O', tag: 'path', attributes: { d: 'M8-.6 16.6 8 8 16.6-.6 8Z' } },
  policy: { letter: 'P', tag: 'path', attributes: { d: 'M8 .4 14.6 4.2v7.6L8 15.6 1.4 11.8V4.2Z' } },
}
const VIEW_BOX = '0 0 16 16'
const LETTER_AT = { x: '8', y: '11.1' }

export const actorLetter = (actor: Actor): string => SHAPES[actor].letter

export function actorName(actor: Actor): string {
  switch (actor) {
    case 'agent':
      return t`agent`
    case 'user':
      return t`you`
    case 'outside':
      return t`outside`
    case 'policy':
      return t`policy`
  }
}

/** Who made a change, by shape and letter as well as colour. */
export function ActorBadge({
  actor,
  small = false,
  silent = false,
}: {
  readonly actor: Actor
  readonly small?: boolean
  readonly silent?: boolean
}) {
  const { letter, tag: Tag, attributes } = SHAPES[actor]
  const name = actorName(actor)
  return (
    <svg
      className={`sig ${letter}${small ? ' s' : ''}`}
      viewBox={VIEW_BOX}
      {...(silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      {!silent && <title>{name}</title>}
      <Tag {...attributes} />
      <text {...LETTER_AT}>{letter}</text>
    </svg>
  )
}

/** The same for the editor's margin, which is not React's. */
export function actorBadgeElement(actor: Actor): SVGElement {
  const { letter, tag, attributes } = SHAPES[actor]
  const text = svgElement('text', LETTER_AT)
  text.textContent = letter
  const badge = svgElement('svg', { class: `sig ${letter}`, viewBox: VIEW_BOX })
  badge.append(svgElement(tag, attributes), text)
  return badge
}

function svgElement(tag: string, attributes: Readonly<Record<string, string>>): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
  return element
}
