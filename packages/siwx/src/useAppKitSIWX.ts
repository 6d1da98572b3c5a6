import { useSyncExternalStore } from 'react'
import { currentSIWX } from './config/currentSIWX.ts'
import type { SIWXConfig } from './config/SIWXConfig.ts'

/**
 * Returns the sign-in configuration that was passed to `createAppKit`. Undefined if there is none, on a server, and until
 * the kit has set it up: when its modal is opened, or a wallet connects or is restored. `T` is its type.
 *
 * @example
 * import type { DefaultSIWX } from '@portico/siwx'
 * import { useAppKitSIWX } from '@portico/siwx/react'
 * const siwx = useAppKitSIWX<DefaultSIWX>()
 * const sessions = await siwx?.getSessions('eip155:1', address)
 */
export function useAppKitSIWX<T extends SIWXConfig = SIWXConfig>(): T | undefined {
  return useSyncExternalStore(currentSIWX.subscribe, currentSIWX.get, () => undefined) as T | undefined
}
