// AppKit has an adapter for each major version of ethers. The provider is EIP-1193, which both take.
export { EvmAdapter, EvmAdapter as Ethers5Adapter, EvmAdapter as EthersAdapter } from './EvmAdapter.ts'
export { evm } from './evm.ts'
