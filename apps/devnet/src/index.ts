export { findBitcoind } from './bitcoin/engine/findBitcoind.ts'
export {
  type LocalBitcoinNode,
  type StartBitcoinParameters,
  startBitcoin,
} from './bitcoin/startBitcoin.ts'
export { AnvilMissingError } from './errors/AnvilMissingError.ts'
export { ChainNotReadyError } from './errors/ChainNotReadyError.ts'
export { ChainStoppedError } from './errors/ChainStoppedError.ts'
export { DataDirInUseError } from './errors/DataDirInUseError.ts'
export { DataDirUnusableError } from './errors/DataDirUnusableError.ts'
export { DevnetError, type DevnetErrorCode } from './errors/DevnetError.ts'
export { InvalidPortError } from './errors/InvalidPortError.ts'
export { PortTakenError } from './errors/PortTakenError.ts'
export { StateCorruptError } from './errors/StateCorruptError.ts'
export {
  type SolanaNode,
  type StartSolanaNodeParameters,
  startSolanaNode,
} from './solana/startSolanaNode.ts'
export { type Devnet, type StartChainsParameters, startChains } from './startChains.ts'
