import { delegatorContracts } from './delegatorContracts.ts'

/** The first three bytes of the code of an account that delegates (EIP-7702). The address of the contract follows. */
export const delegationPrefix = '0xef0100'

/**
 * The code of an account with smart-account features: a delegation to `EIP7702StatelessDeleGator`, in lower case.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7702
 * @example
 * import { smartAccountCode } from '@portico/protocol/smartAccount'
 *
 * const isOn = (await client.getCode({ address })) === smartAccountCode
 */
export const smartAccountCode: `0x${string}` = `${delegationPrefix}${delegatorContracts.EIP7702StatelessDeleGator.slice(2).toLowerCase()}`
