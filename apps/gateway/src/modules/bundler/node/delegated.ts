import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { Hex } from '../../../chains/shared/Chain.ts'

const implementation = delegatorContracts.EIP7702StatelessDeleGator.toLowerCase() as Hex

/** The only code of accounts whose operations are sent: a delegation to the implementation (EIP-7702). */
export const delegated = { implementation, code: `0xef0100${implementation.slice(2)}` as Hex }
