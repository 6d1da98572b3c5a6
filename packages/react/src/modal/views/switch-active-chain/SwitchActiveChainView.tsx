import { findNetwork, switchNetwork } from '@portico/core'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { NetworkPicture } from '../../parts/NetworkPicture.tsx'
import { Text } from '../../parts/Text.tsx'
import type { View } from '../../router.ts'

/** The network that was chosen is of a family without a wallet: it leads to Connect with the wallets of that family. */
export function SwitchActiveChainView({ view }: { view: View }) {
  const { kit, router } = useScope()
  const networkId = view.name === 'switch-active-chain' ? view.networkId : ''
  const network = useKitState((state) => findNetwork(state, networkId))
  if (!network) return null
  const { chainNamespace: namespace, name } = network
  const family = text(`family.${namespace}`)
  return (
    <div className="body">
      <div className="center">
        <NetworkPicture network={network} />
        <h2>
          <Text id="families.needed" values={{ network: name }} />
        </h2>
        <p>
          <Text id="families.neededHelp" values={{ family }} />
        </p>
      </div>
      <Button
        kind="main"
        testId="w3m-switch-active-chain-button"
        autoFocus
        onClick={() => {
          // Asks nobody, as nothing of the family is connected: the wallet will connect on this network.
          void switchNetwork(kit, { network })
          router.reset({ name: 'connect', namespace })
        }}
      >
        <Text id="families.neededAction" values={{ family }} />
      </Button>
    </div>
  )
}
