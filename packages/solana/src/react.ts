export { type UseAppKitConnectionReturnType, useAppKitConnection } from './useAppKitConnection.ts'
