import { wrappedCoin } from './wrappedCoin.ts'

/** Symbols of well-known tokens that are named without asking a server, by mint. */
export const knownTokens: Readonly<Record<string, string>> = {
  [wrappedCoin]: 'wSOL',
  EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v: 'USDC',
  Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB: 'USDT',
}
