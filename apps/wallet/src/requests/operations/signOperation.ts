import { delegatorContracts } from '@portico/protocol/smartAccount'
import type { Hex } from 'viem'
import { hashAuthorization } from 'viem/utils'
import { recoverAddress } from '../../keys/recoverAddress.ts'
import type { Signer } from '../../signer/Signer.ts'
import { splitSignature } from '../splitSignature.ts'
import { hashOperation } from './hashOperation.ts'
import type { UserOperation } from './UserOperation.ts'

/** An operation as it is sent: ERC-7769's form of EntryPoint 0.7, with numbers as hex digits. */
export type WireOperation = Readonly<Record<string, Hex | Readonly<Record<string, Hex>>>>

/** An operation that was signed, and its hash at the EntryPoint. */
export type SignedOperation = { wire: WireOperation; hash: Hex }

/**
 * Signs an operation, and with `upgrade` first the authorization that upgrades the account in the bundler's transaction. Recovers the signer
 * of both.
 *
 * @param upgrade the account's own nonce, which nobody else's transaction uses
 * @throws {Error} if a signature is of another account
 * @see https://eips.ethereum.org/EIPS/eip-7702
 */
export async function signOperation({
  operation,
  chainId,
  upgrade,
  signer,
}: {
  operation: UserOperation
  chainId: number
  upgrade: number | undefined
  signer: Pick<Signer, 'address' | 'signHash'>
}): Promise<SignedOperation> {
  const eip7702Auth = upgrade === undefined ? undefined : await authorize({ chainId, nonce: upgrade, signer })
  const { signed, name } = hashOperation(operation, chainId)
  const signature = await sign(signed, signer)
  const wire = { ...toWire(operation), signature, ...(eip7702Auth ? { eip7702Auth } : {}) }
  return { wire, hash: name }
}

/** Writes an operation, or a part of one, in the form of ERC-7769. */
export function toWire(operation: Partial<UserOperation>): Record<string, Hex> {
  return Object.fromEntries(
    Object.entries(operation).map(([name, value]) => [
      name,
      typeof value === 'bigint' ? quantity(value) : value,
    ]),
  )
}

async function authorize({
  chainId,
  nonce,
  signer,
}: {
  chainId: number
  nonce: number
  signer: Pick<Signer, 'address' | 'signHash'>
}): Promise<Record<string, Hex>> {
  // Nonce and network are exact: it is void anywhere else, and after any other transaction of the account.
  const authorization = { address: delegatorContracts.EIP7702StatelessDeleGator, chainId, nonce }
  if (!(chainId > 0)) throw new Error('An authorization is for one network.')
  const parts = splitSignature(await sign(hashAuthorization(authorization), signer))
  if (!parts) throw new Error('The signature does not have 65 bytes.')
  const numbers = { chainId: quantity(chainId), nonce: quantity(nonce), yParity: quantity(parts.yParity) }
  return { address: authorization.address, ...numbers, r: parts.r, s: parts.s }
}

async function sign(hash: Hex, { address, signHash }: Pick<Signer, 'address' | 'signHash'>): Promise<Hex> {
  const signature = await signHash(hash)
  if (recoverAddress({ hash, signature }).toLowerCase() !== address.toLowerCase())
    throw new Error('The signature is of another account.')
  return signature
}

function quantity(value: bigint | number): Hex {
  return `0x${value.toString(16)}`
}
