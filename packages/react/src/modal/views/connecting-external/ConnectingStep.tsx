import { cancelConnect } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import { useEffect } from 'react'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { getConnectorImage } from '../../../parts/getConnectorImage.ts'
import { connectAttemptKey } from '../../attempts.ts'
import { connectWallet } from '../../connectWallet.ts'
import { Picture } from '../../parts/Picture.tsx'
import { useAttempt } from '../../parts/useAttempt.ts'
import { WaitingStep } from '../../parts/WaitingStep.tsx'
import { currentView, type ViewName } from '../../router.ts'

const previousViews: readonly ViewName[] = ['connect', 'connecting-multi-chain']

/** Shows a connection request to a wallet. Going back cancels it; closing the modal does not. */
export function ConnectingStep({
  connectorId,
  namespace: requested,
}: {
  connectorId: string
  /** Default: the first namespace of the wallet. */
  namespace?: NamespaceId | undefined
}) {
  const { kit, router } = useScope()
  const wallet = useKitState((state) =>
    state.connectors.find(
      ({ id, namespace }) => id === connectorId && (!requested || namespace === requested),
    ),
  )
  const image = useKitState((state) => getConnectorImage(state, wallet ?? { id: connectorId }))
  const active = useKitState((state) => state.activeNamespace)
  const namespace = requested ?? wallet?.namespace ?? active
  const { state, retry } = useAttempt({
    key: connectAttemptKey({ id: connectorId, namespace }),
    run: () => connectWallet(kit, { connectorId, namespace }),
  })
  useEffect(
    () => () => {
      const modal = router.store.getState()
      // Cancel when going back to the list. After closing the modal, the visitor can still accept in the wallet window.
      if (modal.open && previousViews.includes(currentView(modal).name)) cancelConnect(kit, { namespace })
    },
    [kit, router, namespace],
  )
  const name = wallet?.name ?? connectorId
  return (
    <WaitingStep
      kind="connecting"
      state={state}
      values={{ wallet: name }}
      picture={<Picture src={image} name={name} size={80} />}
      onRetry={retry}
    />
  )
}
