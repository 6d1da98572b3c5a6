import type { Network } from '@portico/core'
import { useKitState } from '../../kit/KitContext.ts'
import { Picture } from './Picture.tsx'

/** The picture of a network: the application's own, the one that comes with it, the gateway's, else its letter. */
export function NetworkPicture({ network }: { network: Network }) {
  const image = useKitState(
    ({ settings }) => settings.chainImages[network.caipNetworkId] ?? settings.chainImages[network.id],
  )
  const listed = isPublic(network) ? `/public/getAssetImage/${network.caipNetworkId}` : undefined
  return <Picture src={image ?? network.assets?.imageUrl} listed={listed} name={network.name} />
}

/** A chain of this machine is on no list: asking for its picture would only fail. */
function isPublic({ rpcUrls }: Network): boolean {
  const [url = ''] = rpcUrls.default?.http ?? []
  return !/^https?:\/\/(localhost|127\.|\[::1\])/i.test(url)
}
