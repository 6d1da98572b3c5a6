import type { Kit } from '@portico/core'
import { useEffect, useState } from 'react'
import { ownImage } from '../parts/ownImage.ts'

/**
 * The image that the application sets for a token. Only from the page's origin, the gateway or a data URL, because the
 * button is drawn before the visitor acts; the modal draws one on another host. Decorative: the symbol is shown beside it.
 */
export function TokenImage({ kit, src }: { kit: Kit; src: string }) {
  const [failed, setFailed] = useState<string>()
  const url = ownImage(src, kit.options.gatewayUrl)
  useEffect(() => {
    if (!url) kit.logger.warn('The account button draws no image from another host.', src)
  }, [kit, url, src])
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
