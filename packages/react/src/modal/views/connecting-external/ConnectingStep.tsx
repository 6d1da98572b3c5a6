import { cancelConnect } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import { useEffect } from 'react'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { connectKey } from '../../attempts.ts'
import { connectWallet } from '../../connectWallet.ts'
import { Picture } from '../../parts/Picture.tsx'
import { useAttempt } from '../../parts/useAttempt.ts'
import { WaitingStep } from '../../parts/WaitingStep.tsx'
import { currentView, type ViewName } from '../../router.ts'

const before: readonly ViewName[] = ['connect', 'connecting-multi-chain']

/** A wallet with a window of its own has been asked to connect. */
export function ConnectingStep({
  connectorId,
  namespace: wanted,
}: {
  connectorId: string
  /** Default: the first the wallet is in. */
  namespace?: NamespaceId | undefined
}) {
  const { kit, router } = useScope()
  const wallet = useKitState((state) =>
    state.connectors.find(({ id, namespace }) => id === connectorId && (!wanted || namespace === wanted)),
  )
  const image = useKitState((state) => state.settings.connectorImages[connectorId])
  const active = useKitState((state) => state.activeNamespace)
  const namespace = wanted ?? wallet?.namespace ?? active
  const { state, retry } = useAttempt({
    key: connectKey({ id: connectorId, namespace }),
    run: () => connectWallet(kit, { connectorId, namespace }),
  })
  useEffect(
    () => () => {
      const modal = router.store.getState()
      // Back to the list: that wallet is not waited for any more. Closing the modal leaves its window its chance.
      if (modal.open && before.includes(currentView(modal).name)) cancelConnect(kit, { namespace })
    },
    [kit, router, namespace],
  )
  const name = wallet?.name ?? connectorId
  return (
    <WaitingStep
      kind="connecting"
      state={state}
      values={{ wallet: name }}
      picture={<Picture src={image ?? wallet?.icon} name={name} size={80} />}
      onRetry={retry}
    />
  )
}
