import type { Wallet } from '@portico/protocol/gateway'

/** A wallet of the gateway's list, of `customWallets` or of the recent wallets. It may not be installed. */
export type ListedWallet = Omit<Wallet, 'homepage' | 'order'> & { homepage?: string | undefined }
