import type { NamespaceId } from '@portico/protocol'
import { useEffect, useState } from 'react'
import { loadEmbedded } from '../../../embedded/loadEmbedded.ts'
import { readHold } from '../../../embedded/readHold.ts'
import { useScope } from '../../../kit/KitContext.ts'

/** What the view says. `held`: this device is new and has to wait. `off`: the operator has not set Farcaster up. */
export type FarcasterStatus = 'waiting' | 'expired' | 'failed' | 'held' | 'off' | 'aborted'

/**
 * Logs in with Farcaster, once for each `attempt`. Leaving the view cancels it. `url`: the address that the app opens, once the
 * relay has given it. `hold`: how long a new device has to wait.
 */
export function useFarcasterLogin({
  namespace,
  attempt,
}: {
  namespace: NamespaceId | undefined
  attempt: number
}): { status: FarcasterStatus; url: string | undefined; hold: string | undefined } {
  const scope = useScope()
  const [status, setStatus] = useState<FarcasterStatus>('waiting')
  const [url, setUrl] = useState<string>()
  const [hold, setHold] = useState<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts another login
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    setStatus('waiting')
    setUrl(undefined)
    const onUri = (given: string) => {
      if (!signal.aborted) setUrl(given)
    }
    loadEmbedded(scope)
      .then((embedded) => {
        if (!signal.aborted) return embedded.connectFarcaster({ onUri, namespace, signal })
      })
      .catch((error: unknown) => {
        if (signal.aborted) return
        scope.kit.logger.error('The login with Farcaster failed.', error)
        setHold(readHold(error))
        setStatus(toStatus(error))
      })
    return () => left.abort()
  }, [scope, namespace, attempt])
  return { status, url, hold }
}

function toStatus(error: unknown): FarcasterStatus {
  if (readHold(error)) return 'held'
  const code = (error as { code?: unknown } | null)?.code
  if (code === 'farcaster-expired') return 'expired'
  if (code === 'social-not-configured' || code === 'provider-off') return 'off'
  return code === 'frame-aborted' ? 'aborted' : 'failed'
}
