import { useAppKitInstance } from './useAppKitInstance.ts'

/** The sign-in configuration given to `createAppKit`, if any. */
export function useAppKitSIWX() {
  return useAppKitInstance().getSIWX()
}
