import type { BitcoinWallet } from './BitcoinWallet.ts'
import { leatherWallet } from './leatherWallet.ts'
import { okxWallet } from './okxWallet.ts'
import { phantomWallet } from './phantomWallet.ts'
import { satsConnectWallet } from './satsConnectWallet.ts'
import { standardWallet } from './standardWallet.ts'
import { unisatWallet } from './unisatWallet.ts'
import type { WalletKind } from './WalletKind.ts'

/** How each kind of wallet is brought into the one shape. */
export const walletAdapters = {
  standard: standardWallet,
  xverse: satsConnectWallet,
  okx: okxWallet,
  phantom: phantomWallet,
  leather: leatherWallet,
  unisat: unisatWallet,
} satisfies Record<WalletKind, (home: unknown) => BitcoinWallet>
