import { cancelConnect, connect } from '@portico/core'
import { useEffect } from 'react'
import { useKitState, useScope } from '../../../kit/KitContext.ts'
import { Picture } from '../../parts/Picture.tsx'
import { useAttempt } from '../../parts/useAttempt.ts'
import { WaitingStep } from '../../parts/WaitingStep.tsx'
import { currentView } from '../../router.ts'

/** A wallet with a window of its own has been asked to connect. */
export function ConnectingStep({ connectorId }: { connectorId: string }) {
  const { kit, router } = useScope()
  const wallet = useKitState((state) => state.connectors.find(({ id }) => id === connectorId))
  const image = useKitState((state) => state.settings.connectorImages[connectorId])
  const namespace = wallet?.namespace
  const { state, retry } = useAttempt({
    key: `connect:${connectorId}`,
    run: () => connect(kit, { connectorId, namespace }),
  })
  useEffect(
    () => () => {
      const modal = router.store.getState()
      // Back to the list: that wallet is not waited for any more. Closing the modal leaves its window its chance.
      if (modal.open && currentView(modal).name === 'connect') cancelConnect(kit, { namespace })
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
