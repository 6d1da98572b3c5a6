export * from '@portico/elements/bitcoin'
