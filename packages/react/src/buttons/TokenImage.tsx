import { useState } from 'react'
import { ownImage } from '../parts/ownImage.ts'

/**
 * The image that the application sets for a token. Only from the page's origin, the gateway or a data URL, so that no
 * third party learns about the visitor. Decorative: the symbol is shown beside it.
 */
export function TokenImage({ src, gatewayUrl }: { src: string; gatewayUrl: string | undefined }) {
  const [failed, setFailed] = useState<string>()
  const url = ownImage(src, gatewayUrl)
  if (!url || url === failed) return null
  return (
    <img
      className="token"
      src={url}
      alt=""
      width={20}
      height={20}
      draggable={false}
      onError={() => setFailed(url)}
    />
  )
}
