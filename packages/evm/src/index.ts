export { EvmAdapter } from './EvmAdapter.ts'
export { evm } from './evm.ts'
