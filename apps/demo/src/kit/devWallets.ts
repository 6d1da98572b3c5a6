/** Returns the test wallets of this page. */
export function devWallets() {
  const { devWallet, devSolanaWallet, devBitcoinWallet, devPolyglot } = window
  return [devWallet, devSolanaWallet, devBitcoinWallet, devPolyglot].flatMap((wallet) => wallet ?? [])
}
