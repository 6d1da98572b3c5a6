import type { Network } from '@portico/core'
import { Icon } from '../../icons/Icon.tsx'
import { useKitState } from '../../kit/KitContext.ts'
import { Picture } from './Picture.tsx'

/**
 * Shows the image of a network: from `chainImages`, the network's definition or the gateway, else its first letter. A
 * network that runs on localhost has an icon of its namespace, because no gateway has an image of it.
 */
export function NetworkPicture({ network }: { network: Network }) {
  const { name, caipNetworkId, chainNamespace, assets, id } = network
  const image = useKitState(({ settings }) => settings.chainImages[caipNetworkId] ?? settings.chainImages[id])
  const isOnline = !isLocal(network)
  return (
    <Picture
      src={image ?? assets?.imageUrl}
      listed={isOnline ? `/public/getAssetImage/${caipNetworkId}` : undefined}
      name={name}
    >
      {isOnline ? undefined : <Icon name={chainNamespace} />}
    </Picture>
  )
}

function isLocal({ rpcUrls }: Network): boolean {
  const [url = ''] = rpcUrls.default?.http ?? []
  return /^https?:\/\/(localhost|127\.|\[::1\])/i.test(url)
}
