import { findNetwork, switchNetwork } from '@portico/core'
import { text } from '../../../copy.ts'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Button } from '../../parts/Button.tsx'
import { NetworkPicture } from '../../parts/NetworkPicture.tsx'
import { Text } from '../../parts/Text.tsx'
import type { View } from '../../router.ts'

/** Shown for a network whose namespace has no wallet: leads to Connect with the wallets of that namespace. */
export function SwitchActiveChainView({ view }: { view: View }) {
  const { kit, router } = useScope()
  const networkId = view.name === 'switch-active-chain' ? view.networkId : ''
  const network = useKitState((state) => findNetwork(state, networkId))
  if (!network) return null
  const { chainNamespace: namespace, name } = network
  const label = text(`namespace.${namespace}`)
  return (
    <div className="body">
      <div className="center">
        <NetworkPicture network={network} />
        <h2>
          <Text id="namespaces.needed" values={{ network: name }} />
        </h2>
        <p>
          <Text id="namespaces.neededHelp" values={{ namespace: label }} />
        </p>
      </div>
      <Button
        kind="main"
        testId="w3m-switch-active-chain-button"
        autoFocus
        onClick={() => {
          // No wallet request, as none is connected: this selects the network the wallet will connect to.
          void switchNetwork(kit, { network })
          router.reset({ name: 'connect', namespace })
        }}
      >
        <Text id="namespaces.neededAction" values={{ namespace: label }} />
      </Button>
    </div>
  )
}
