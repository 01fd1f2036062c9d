import { useCallback } from 'react'
import type { Picture } from '../../shared/pictures.ts'

/** A picture of a message. */
export function PictureImage({ picture: { name, type, data, width, height } }: { readonly picture: Picture }) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      image.src = URL.createObjectURL(new Blob([bytes], { type }))
      return () => URL.revokeObjectURL(image.src)
    },
    [type, data],
  )
  return <img ref={show} alt={name} width={width} height={height} draggable={false} />
}
