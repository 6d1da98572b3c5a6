import { regtest } from './regtest.ts'

/** What addresses of the local chains begin with. */
export const addressParams = { regtest, signet: { ...regtest, bech32: 'tb' } } as const

/** A local chain, as Bitcoin Core calls its kind. */
export type BitcoinChainName = keyof typeof addressParams
