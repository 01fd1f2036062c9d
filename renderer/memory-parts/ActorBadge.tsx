import { t } from '@lingui/core/macro'
import type { Actor } from '../../shared/commit.ts'

const SHAPES = {
  agent: { letter: 'A', shape: <circle cx="8" cy="8" r="7.2" /> },
  user: { letter: 'U', shape: <rect x="1.2" y="1.2" width="13.6" height="13.6" rx="2.6" /> },
  outside: { letter: 'O', shape: <path d="M8-.6 16.6 8 8 16.6-.6 8Z" /> },
  policy: { letter: 'P', shape: <path d="M8 .4 14.6 4.2v7.6L8 15.6 1.4 11.8V4.2Z" /> },
}

export const actorLetter = (actor: Actor): string => SHAPES[actor].letter

export function actorName(actor: Actor): string {
  switch (actor) {
    case 'agent':
      return t`agent`
    case 'user':
      return t`user (you)`
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
  const { letter, shape } = SHAPES[actor]
  const name = actorName(actor)
  return (
    <svg
      className={`sig ${letter}${small ? ' s' : ''}`}
      viewBox="0 0 16 16"
      {...(silent ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      {!silent && <title>{name}</title>}
      {shape}
      <text x="8" y="11.1">
        {letter}
      </text>
    </svg>
  )
}
