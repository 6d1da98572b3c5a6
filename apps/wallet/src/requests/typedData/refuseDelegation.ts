import type { TypedValue } from '../hashTypedData.ts'
import { RequestRefusedError } from '../RequestRefusedError.ts'
import { smartAccountContracts } from '../smartAccountContracts.ts'
import type { TypedFields } from './RecognisedTypedData.ts'

const primaryTypes: ReadonlySet<string> = new Set(['Delegation', 'PackedUserOperation'])
/** Fields that only operations of smart accounts have. */
const operationFields = ['callData', 'initCode', 'callGasLimit', 'accountGasLimits', 'paymasterAndData']

/**
 * Refuses typed data that hands over the account, or lets an operation run as it. The plain account can sign such data today, but it
 * takes effect once the account is upgraded to a smart account (EIP-7702): a single delegation is then full control.
 *
 * @throws {RequestRefusedError}
 * @see https://eips.ethereum.org/EIPS/eip-7702
 */
export function refuseDelegation({
  primaryType,
  domain,
  message,
  address,
}: {
  primaryType: string
  domain: TypedFields
  message: TypedFields
  address: string
}): void {
  const own = address.toLowerCase()
  if (primaryTypes.has(primaryType)) refuse(`data of the type ${primaryType}`)
  const contract = typeof domain.verifyingContract === 'string' ? domain.verifyingContract.toLowerCase() : ''
  if (contract === own) refuse('data for the account itself as a contract')
  if (Object.hasOwn(smartAccountContracts, contract)) refuse(`data for ${smartAccountContracts[contract]}`)
  if (namesOwner(message, own)) refuse('a delegation or an operation of this account')
}

/** Whether the message, or a struct inside it, delegates from the account or is an operation of it. */
function namesOwner(value: TypedValue, own: string): boolean {
  if (typeof value !== 'object') return false
  const isOwn = (field: TypedValue | undefined) => typeof field === 'string' && field.toLowerCase() === own
  if (!Array.isArray(value)) {
    const fields = value as TypedFields
    if (isOwn(fields.delegator)) return true
    if (isOwn(fields.sender) && operationFields.some((name) => name in fields)) return true
  }
  return Object.values(value).some((part) => namesOwner(part, own))
}

function refuse(what: string): never {
  throw new RequestRefusedError({
    reason: `Someone could control your account with this signature, so this wallet never gives it. It is ${what}.`,
  })
}
