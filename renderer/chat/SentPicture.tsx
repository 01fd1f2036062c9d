import { useState } from 'react'
import type { Picture } from '../../shared/pictures.ts'
import { PictureImage } from './PictureImage.tsx'

/** A picture in a message that was sent: small, and as large as there is room on request. */
export function SentPicture({ picture }: { readonly picture: Picture }) {
  const [open, setOpen] = useState(false)
  return (
    <button type="button" className="sent-picture" aria-expanded={open} onClick={() => setOpen(!open)}>
      <PictureImage picture={picture} alt={picture.name} />
    </button>
  )
}
