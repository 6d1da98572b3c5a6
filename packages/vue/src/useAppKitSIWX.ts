import type { SIWXConfig } from '@portico/elements'
import { useInstance } from './useInstance.ts'

/** Returns the sign-in configuration passed to `createAppKit`, if any. `T` is its type. */
export function useAppKitSIWX<T extends SIWXConfig = SIWXConfig>(): T | undefined {
  return useInstance().getSIWX<T>()
}
