import type { NamespaceId } from '@portico/protocol'
import { isUserRejection } from '@portico/protocol'
import type { SocialProvider } from '@portico/protocol/social'
import { useEffect, useRef, useState } from 'react'
import { loadEmbedded } from '../../../embedded/loadEmbedded.ts'
import { readHold } from '../../../embedded/readHold.ts'
import { useScope } from '../../../kit/KitContext.ts'

/** After these times the view offers to open the window again, and to try again beside it. Nothing ends. */
const slowMs = 8_000
const longMs = 45_000

/** What the view says. `held`: this device is new and has to wait. `off`: the operator has not set the provider up. */
type SocialStatus = 'waiting' | 'refused' | 'failed' | 'held' | 'off' | 'aborted'

/** Logs in at a provider, once for each `attempt`. Leaving the view cancels it. `hold`: how long a new device has to wait. */
export function useSocialLogin({
  provider,
  namespace,
  isRedirect,
  result,
  attempt,
}: {
  provider: SocialProvider
  namespace: NamespaceId | undefined
  /** Whether the tab itself goes to the provider. */
  isRedirect: boolean
  /** The `result_uri` with which it came back. The first attempt completes that login. */
  result: string | undefined
  attempt: number
}): { status: SocialStatus; wait: 'short' | 'slow' | 'long'; hold: string | undefined } {
  const scope = useScope()
  const [status, setStatus] = useState<SocialStatus>('waiting')
  const [hold, setHold] = useState<string>()
  const [wait, setWait] = useState<'short' | 'slow' | 'long'>('short')
  const runs = useRef(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts another login
  useEffect(() => {
    const left = new AbortController()
    const run = ++runs.current
    setStatus('waiting')
    setWait('short')
    const timers = [setTimeout(setWait, slowMs, 'slow'), setTimeout(setWait, longMs, 'long')]
    const stopTimers = () => timers.forEach(clearTimeout)
    loadEmbedded(scope)
      .then((embedded) => {
        // If the view was left meanwhile, this closes the window; one that is shown again needs it.
        if (run !== runs.current) return
        const returned = attempt === 0 ? result : undefined
        return embedded.connectSocial(provider, {
          ...{ namespace, signal: left.signal, isRedirect, result: returned },
        })
      })
      .catch((error: unknown) => {
        if (left.signal.aborted) return
        stopTimers()
        if (!isUserRejection(error)) scope.kit.logger.error(`The login with ${provider} failed.`, error)
        setHold(readHold(error))
        setStatus(toStatus(error))
      })
    return () => {
      stopTimers()
      left.abort()
    }
  }, [scope, provider, namespace, attempt])
  return { status, wait, hold }
}

function toStatus(error: unknown): SocialStatus {
  if (readHold(error)) return 'held'
  const code = (error as { code?: unknown } | null)?.code
  // The visitor declined in the frame to share the account with this page.
  if (code === 'social-refused' || isUserRejection(error)) return 'refused'
  if (code === 'social-not-configured' || code === 'provider-off') return 'off'
  return code === 'frame-aborted' ? 'aborted' : 'failed'
}
