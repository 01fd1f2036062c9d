import { useCallback } from 'react'
import type { Picture } from '../../shared/pictures.ts'

interface PictureImageProps {
  readonly picture: Picture
  /** '' where its name stands beside it. */
  readonly alt: string
}

/** A picture of a message. */
export function PictureImage({ picture: { type, data, width, height }, alt }: PictureImageProps) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const bytes = Uint8Array.from(atob(data), (character) => character.charCodeAt(0))
      image.src = URL.createObjectURL(new Blob([bytes], { type }))
      return () => URL.revokeObjectURL(image.src)
    },
    [type, data],
  )
  return <img ref={show} alt={alt} width={width} height={height} draggable={false} />
}
