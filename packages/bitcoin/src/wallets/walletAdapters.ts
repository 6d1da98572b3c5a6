import type { BitcoinWallet } from './BitcoinWallet.ts'
import { leatherWallet } from './leatherWallet.ts'
import { okxWallet } from './okxWallet.ts'
import { phantomWallet } from './phantomWallet.ts'
import { satsConnectWallet } from './satsConnectWallet.ts'
import { standardWallet } from './standardWallet.ts'
import { unisatWallet } from './unisatWallet.ts'
import type { WalletKind } from './WalletKind.ts'

/** The adapter for each kind of wallet. */
export const walletAdapters = {
  standard: standardWallet,
  xverse: satsConnectWallet,
  okx: okxWallet,
  phantom: phantomWallet,
  leather: leatherWallet,
  unisat: unisatWallet,
} satisfies Record<WalletKind, (walletObject: unknown) => BitcoinWallet>
