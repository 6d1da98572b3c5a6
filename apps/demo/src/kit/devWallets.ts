/** The test wallets that are in this page. */
export function devWallets() {
  const { devWallet, devSolanaWallet, devBitcoinWallet, devPolyglot } = window
  return [devWallet, devSolanaWallet, devBitcoinWallet, devPolyglot].flatMap((wallet) => wallet ?? [])
}
