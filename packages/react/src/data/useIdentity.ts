import type { Kit, SignInSubject } from '@portico/core'
import type { Identity } from '@portico/core/data'
import { peekIdentity } from '@portico/core/internal'
import { useLayoutEffect, useMemo, useState } from 'react'
import { gatewayImage } from '../parts/gatewayImage.ts'

/** The name of an account and the URL of its avatar, as far as they are known. */
export interface ShownIdentity {
  name: string | undefined
  image: string | undefined
}

/** Available at once when a second component needs it, so that a view is not drawn without the name first. */
let observe: typeof import('./observeIdentity.ts').observeIdentity | undefined

/**
 * Returns the name and avatar of a connected account and keeps them up to date. Loads the data layer, so that the code
 * of buttons and views stays small.
 */
export function useIdentity(kit: Kit, subject: SignInSubject | undefined): ShownIdentity {
  const { address, networkId } = subject ?? {}
  const [found, setFound] = useState<{ address: string; identity: Identity }>()
  // Components with this hook are never rendered on a server: they load when a wallet is connected.
  useLayoutEffect(() => {
    if (!address || !networkId || kit.options.gatewayUrl === undefined) return
    let stop: (() => void) | undefined
    let isStopped = false
    const start = () => {
      if (isStopped) return
      stop = observe?.(kit, { address, networkId }, (identity) => setFound({ address, identity }))
    }
    if (observe) start()
    else
      import('./observeIdentity.ts')
        .then(({ observeIdentity }) => {
          observe = observeIdentity
          start()
        })
        .catch((error: unknown) => kit.logger.warn('The name of the account could not be read.', error))
    return () => {
      isStopped = true
      stop?.()
    }
  }, [kit, address, networkId])
  const { gatewayUrl } = kit.options
  const stored = useMemo(
    () => (address && gatewayUrl !== undefined ? peekIdentity(kit, address) : undefined),
    [kit, address, gatewayUrl],
  )
  // Never the name of the account before.
  const identity = found?.address === address ? found?.identity : stored
  return { name: identity?.name ?? undefined, image: gatewayImage(identity?.avatar, gatewayUrl) }
}
