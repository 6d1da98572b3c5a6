import { type CaipNetworkId, isCaipAddress, isCaipNetworkId, parseCaipAddress } from '@portico/protocol'
import type { FieldProblem } from '@portico/server'
import type { Chain } from '../chain/Chain.ts'
import { HttpProblem } from './HttpProblem.ts'

/** An account as a path names it, with the chains that are meant. */
export type AccountQuery = {
  /** Lower case. */
  account: string
  /** One chain if it is named, else all. Never empty. */
  chains: readonly Chain[]
}

/**
 * Reads `{addr}`, a plain address or a CAIP-10 account, and the `chainId` beside it.
 *
 * @throws {HttpProblem} `invalid-request` or `chain-not-supported`, which name the field.
 */
export function readAccount({
  address,
  chainId,
  chains,
}: {
  address: string
  chainId: string | undefined
  chains: ReadonlyMap<CaipNetworkId, Chain>
}): AccountQuery {
  const errors: FieldProblem[] = []
  const plain = /^0x[0-9a-fA-F]{40}$/.test(address)
  const parts = !plain && isCaipAddress(address) ? parseCaipAddress(address) : undefined
  if (!plain && !parts)
    errors.push({
      pointer: 'address',
      detail: 'Must be an address (0x and 40 hex digits) or a CAIP-10 account.',
    })
  if (chainId !== undefined && !isCaipNetworkId(chainId))
    errors.push({ pointer: 'chainId', detail: 'Must be a CAIP-2 id such as eip155:1.' })
  const inAddress = parts && `${parts.namespace}:${parts.reference}`
  if (errors.length === 0 && inAddress !== undefined && chainId !== undefined && inAddress !== chainId)
    errors.push({
      pointer: 'chainId',
      detail: `Must be ${inAddress}, the chain of the account, or left out.`,
    })
  if (errors.length > 0)
    throw new HttpProblem('invalid-request', {
      detail: errors.map((error) => error.detail).join(' '),
      errors,
    })

  const wanted = (inAddress ?? chainId) as CaipNetworkId | undefined
  const account = (parts?.address ?? address).toLowerCase()
  if (wanted === undefined) return { account, chains: [...chains.values()] }
  const chain = chains.get(wanted)
  if (!chain) {
    const detail = `There is no node of ${wanted} here.`
    const pointer = inAddress === undefined ? 'chainId' : 'address'
    throw new HttpProblem('chain-not-supported', { detail, errors: [{ pointer, detail }] })
  }
  return { account, chains: [chain] }
}
