import { readProperty } from '@portico/protocol'

// Many wallets also set `isMetaMask`, so that one is asked last.
const names = {
  isRabby: 'Rabby Wallet',
  isBraveWallet: 'Brave Wallet',
  isCoinbaseWallet: 'Coinbase Wallet',
  isPhantom: 'Phantom',
  isTrust: 'Trust Wallet',
  isTrustWallet: 'Trust Wallet',
  isOkxWallet: 'OKX Wallet',
  isOKExWallet: 'OKX Wallet',
  isBitKeep: 'Bitget Wallet',
  isZerion: 'Zerion',
  isRainbow: 'Rainbow',
  isExodus: 'Exodus',
  isFrame: 'Frame',
  isTokenPocket: 'TokenPocket',
  isImToken: 'imToken',
  isTally: 'Taho',
  isMetaMask: 'MetaMask',
}

/** What a provider of before EIP-6963 calls itself by its flags, else "Browser Wallet". Never throws. */
export function legacyName(provider: unknown): string {
  const known = Object.entries(names).find(([flag]) => readProperty(provider, flag) === true)
  return known?.[1] ?? 'Browser Wallet'
}
