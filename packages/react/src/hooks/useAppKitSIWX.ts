import { useAppKitInstance } from './useAppKitInstance.ts'

/** Returns the sign-in configuration passed to `createAppKit`, if any. */
export function useAppKitSIWX() {
  return useAppKitInstance().getSIWX()
}
