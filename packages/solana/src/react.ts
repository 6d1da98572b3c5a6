'use client'

export type { SolanaProvider as Provider } from './provider/SolanaProvider.ts'
export { type UseAppKitConnectionReturnType, useAppKitConnection } from './useAppKitConnection.ts'
