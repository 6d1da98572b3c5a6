// Importing it also defines <appkit-wallet-button>.
export * from '@portico/react/wallet-button'
