export * from '@portico/elements/solana'
