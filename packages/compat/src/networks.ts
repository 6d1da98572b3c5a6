export * from '@portico/react/networks'
