/** Constants of AppKit that applications use: the namespaces, and the types of connectors. */
export const ConstantsUtil = {
  CHAIN: { EVM: 'eip155', SOLANA: 'solana', BITCOIN: 'bip122' },
  CHAIN_NAME_MAP: { eip155: 'EVM Networks', solana: 'Solana', bip122: 'Bitcoin' },
  CONNECTOR_ID: { WALLET_CONNECT: 'walletConnect', INJECTED: 'injected', AUTH: 'ID_AUTH' },
} as const
