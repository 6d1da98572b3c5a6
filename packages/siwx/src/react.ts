export { useAppKitSIWX } from './useAppKitSIWX.ts'
