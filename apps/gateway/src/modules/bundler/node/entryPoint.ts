import { delegatorContracts } from '@portico/protocol/smartAccount'
import { entryPoint07Abi } from 'viem/account-abstraction'
import type { Hex } from '../../../chains/shared/Chain.ts'

/** EntryPoint 0.7 of ERC-4337. */
export const entryPoint = { address: delegatorContracts.EntryPoint as Hex, abi: entryPoint07Abi }
