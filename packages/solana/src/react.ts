'use client'

export { type UseAppKitConnectionReturnType, useAppKitConnection } from './useAppKitConnection.ts'
