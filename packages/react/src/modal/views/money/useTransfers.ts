import type { NamespaceTransfers } from '@portico/core'
import type { NamespaceId } from '@portico/protocol'
import { useEffect, useState } from 'react'
import { useScope } from '../../../kit/KitContext.ts'

/** Returns the part of a namespace that sends; undefined while its code loads. */
export function useTransfers(namespace: NamespaceId | undefined): NamespaceTransfers | undefined {
  const { kit } = useScope()
  const [loaded, setLoaded] = useState<{ id: string; transfers: NamespaceTransfers }>()
  useEffect(() => {
    let isShown = true
    const adapter = namespace && kit.namespaces.get(namespace)
    adapter
      ?.transfers?.()
      .then((transfers) => isShown && setLoaded({ id: adapter.id, transfers }))
      .catch((error: unknown) => kit.logger.error('The code that sends could not be loaded.', error))
    return () => {
      isShown = false
    }
  }, [kit, namespace])
  return loaded?.id === namespace ? loaded?.transfers : undefined
}
