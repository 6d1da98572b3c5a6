import type { Network } from '@portico/core'
import { useKitState } from '../../kit/KitContext.ts'
import { Picture } from './Picture.tsx'

/** The picture of a network: the application's own, else the one that comes with it, else its letter. */
export function NetworkPicture({ network }: { network: Network }) {
  const image = useKitState(
    ({ settings }) => settings.chainImages[network.caipNetworkId] ?? settings.chainImages[network.id],
  )
  return <Picture src={image ?? network.assets?.imageUrl} name={network.name} />
}
