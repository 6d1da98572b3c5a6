import { wrappedCoin } from './wrappedCoin.ts'

/** Well-known tokens by mint, about which no server is asked. */
export const knownTokens: Readonly<Record<string, { symbol: string; decimals: number }>> = {
  [wrappedCoin]: { symbol: 'wSOL', decimals: 9 },
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: { symbol: 'USDC', decimals: 6 },
  Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: { symbol: 'USDT', decimals: 6 },
}
