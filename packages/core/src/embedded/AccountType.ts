import type { Account } from '../connection.ts'

/** The types that the Ethereum account of the embedded wallet can have. Its address is the same with both. */
export type AccountType = Extract<Account['type'], 'eoa' | 'smartAccount'>
