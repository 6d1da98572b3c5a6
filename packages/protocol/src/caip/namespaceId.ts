/** The supported CAIP-2 namespaces: EVM chains, Solana, Bitcoin. */
export type NamespaceId = 'eip155' | 'solana' | 'bip122'
