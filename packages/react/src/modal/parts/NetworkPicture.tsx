import type { Network } from '@portico/core'
import { useKitState } from '../../kit/KitContext.ts'
import { Picture } from './Picture.tsx'

/** Shows the image of a network: from `chainImages`, the network's definition or the gateway, else its first letter. */
export function NetworkPicture({ network }: { network: Network }) {
  const image = useKitState(
    ({ settings }) => settings.chainImages[network.caipNetworkId] ?? settings.chainImages[network.id],
  )
  const gatewayImage = isPublic(network) ? `/public/getAssetImage/${network.caipNetworkId}` : undefined
  return <Picture src={image ?? network.assets?.imageUrl} listed={gatewayImage} name={network.name} />
}

/** The gateway has no image for a network that runs on localhost, so do not request one. */
function isPublic({ rpcUrls }: Network): boolean {
  const [url = ''] = rpcUrls.default?.http ?? []
  return !/^https?:\/\/(localhost|127\.|\[::1\])/i.test(url)
}
