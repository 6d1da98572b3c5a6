export { BitcoinAdapter } from './BitcoinAdapter.ts'
export { type BitcoinOptions, bitcoin } from './bitcoin.ts'
export type { BitcoinConnector } from './provider/BitcoinConnector.ts'
export type { BitcoinProvider } from './provider/BitcoinProvider.ts'
