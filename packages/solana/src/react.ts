'use client'

export type { SolanaProvider as Provider } from './provider/SolanaProvider.ts'
// AppKit's documentation for React imports the adapter here.
export { SolanaAdapter } from './SolanaAdapter.ts'
export { type UseAppKitConnectionReturnType, useAppKitConnection } from './useAppKitConnection.ts'
