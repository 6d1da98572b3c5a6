import type { Kit } from '@portico/core'
import { useEffect, useState } from 'react'
import { LineIcon } from '../icons/LineIcon.tsx'
import { isConfiguredImage } from '../modal/parts/isConfiguredImage.ts'
import { ownImage } from '../parts/ownImage.ts'

const icons = new Map([
  [
    'email',
    'M5 6h14a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM4.500 7l7.500 6 7.500-6',
  ],
  ['walletConnect', 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM20 14v.01M14 20v.01'],
])

/**
 * Shows the image of a wallet, or its first letter. Only from the page's origin, the gateway or a data URL, because the
 * button is drawn before the visitor acts; the modal draws an image of the options from any host. Decorative: the name is
 * shown beside it.
 */
export function WalletImage({
  kit,
  wallet,
  label,
  src,
}: {
  kit: Kit
  wallet: string
  label: string
  src: string | undefined
}) {
  const [failed, setFailed] = useState<string>()
  // A path in the options is one of the page.
  const image = src && URL.canParse(src, location.href) ? new URL(src, location.href).href : undefined
  const url = ownImage(image, kit.options.gatewayUrl)
  useEffect(() => {
    if (src && !url && isConfiguredImage(kit, src))
      kit.logger.warn('The wallet button draws no image from another host.', src)
  }, [kit, url, src])
  const icon = icons.get(wallet)
  return (
    <span className="picture" aria-hidden="true">
      {url && url !== failed ? (
        <img src={url} alt="" draggable={false} onError={() => setFailed(url)} />
      ) : icon ? (
        <LineIcon path={icon} size={18} />
      ) : (
        [...label][0]
      )}
    </span>
  )
}
