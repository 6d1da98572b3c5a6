import '@portico/elements/wallet-button'
