import { getNetwork, type NamespaceTransfers } from '@portico/core'
import { useEffect, useState } from 'react'
import { useKitState, useScope } from '../../../kit/KitContext.ts'

/** Returns the part of the active namespace that sends; undefined while its code loads. */
export function useTransfers(): NamespaceTransfers | undefined {
  const { kit } = useScope()
  const id = useKitState((state) => getNetwork(state)?.chainNamespace)
  const [loaded, setLoaded] = useState<{ id: string | undefined; transfers: NamespaceTransfers }>()
  useEffect(() => {
    let isShown = true
    const namespace = id && kit.namespaces.get(id)
    namespace
      ?.transfers?.()
      .then((transfers) => isShown && setLoaded({ id, transfers }))
      .catch((error: unknown) => kit.logger.error('The code that sends could not be loaded.', error))
    return () => {
      isShown = false
    }
  }, [kit, id])
  return loaded && loaded.id === id ? loaded.transfers : undefined
}
