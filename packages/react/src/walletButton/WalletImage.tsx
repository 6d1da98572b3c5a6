import { useState } from 'react'
import { LineIcon } from '../icons/LineIcon.tsx'
import { ownImage } from '../parts/ownImage.ts'

const icons = new Map([
  [
    'email',
    'M5 6h14a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1zM4.500 7l7.500 6 7.500-6',
  ],
  ['walletConnect', 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2h-2zM18 18h2v2h-2zM20 14v.01M14 20v.01'],
])

/** Shows the image of a wallet, or its first letter. Decorative: the name is shown beside it. */
export function WalletImage({
  wallet,
  label,
  src,
  gatewayUrl,
}: {
  wallet: string
  label: string
  src: string | undefined
  gatewayUrl: string | undefined
}) {
  const [failed, setFailed] = useState<string>()
  const url = ownImage(src, gatewayUrl)
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
