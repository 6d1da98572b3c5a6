/** The chain families Portico knows, named as in CAIP-2: Ethereum-like, Solana, Bitcoin. */
export type NamespaceId = 'eip155' | 'solana' | 'bip122'
