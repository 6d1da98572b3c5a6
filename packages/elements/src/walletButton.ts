import '@portico/react/wallet-button'
