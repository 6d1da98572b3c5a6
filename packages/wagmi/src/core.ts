export type { AdapterOptions } from './bridge/createAdapter.ts'
export { NoEvmNetworkError } from './bridge/errors.ts'
export { toConnector } from './core/toConnector.ts'
export { WagmiAdapter, type WagmiAdapterParameters } from './core/WagmiAdapter.ts'
