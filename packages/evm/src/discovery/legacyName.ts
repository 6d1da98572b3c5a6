import { readProperty } from '@portico/protocol'

// In the order of checking. `isMetaMask` comes last, because many other wallets set it too.
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

/** Returns the name of a provider without EIP-6963, by its flags; "Browser Wallet" if it has none. Never throws. */
export function legacyName(provider: unknown): string {
  const match = Object.entries(names).find(([flag]) => readProperty(provider, flag) === true)
  return match?.[1] ?? 'Browser Wallet'
}
