export { BitcoinAdapter, type BitcoinOptions, type BitcoinProvider } from '@portico/bitcoin'
