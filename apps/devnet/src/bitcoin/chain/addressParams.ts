import { regtest } from './regtest.ts'

/** Address prefixes of the local chains. */
export const addressParams = { regtest, signet: { ...regtest, bech32: 'tb' } } as const

/** Name of a chain in Bitcoin Core. */
export type BitcoinChainName = keyof typeof addressParams
