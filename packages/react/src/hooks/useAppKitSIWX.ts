import type { SIWXConfig } from '@portico/siwx'
import { useAppKitInstance } from './useAppKitInstance.ts'

/** Returns the sign-in configuration passed to `createAppKit`, if any. `T` is its type. */
export function useAppKitSIWX<T extends SIWXConfig = SIWXConfig>(): T | undefined {
  return useAppKitInstance().getSIWX<T>()
}
