export * from '@portico/elements/networks'
