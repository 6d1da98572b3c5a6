import type { WalletSession } from '../sessions/store.ts'

/** The device that changes the address of its user. */
export type ChangingDevice = Pick<WalletSession, 'userId' | 'jkt' | 'origin'>
