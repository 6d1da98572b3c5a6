/** Names that do not follow from the slug. */
const labels = new Map([
  ['email', 'Email'],
  ['walletConnect', 'WalletConnect'],
  ['github', 'GitHub'],
  ['metamask', 'MetaMask'],
  ['okx', 'OKX Wallet'],
  ['safepal', 'SafePal'],
  ['imtoken', 'imToken'],
  ['tokenpocket', 'TokenPocket'],
])

/** Returns the name to show for a slug: `trust-wallet` becomes "Trust Wallet". */
export function walletLabel(slug: string): string {
  const words = slug.split('-').map((word) => word.charAt(0).toUpperCase() + word.slice(1))
  return labels.get(slug) ?? words.join(' ')
}
