import type { Wallet } from '@portico/protocol/gateway'

/** A wallet of a list: the gateway's, the application's own, or one that was used before. It need not be installed. */
export type ListedWallet = Omit<Wallet, 'homepage' | 'order'> & { homepage?: string | undefined }
