import { type CaipNetworkId, isCaipAddress, isCaipNetworkId, parseCaipAddress } from '@portico/protocol'
import type { FieldProblem } from '@portico/server'
import { Problem } from '../infra/http/Problem.ts'
import type { Namespaces } from './createNamespaces.ts'
import { namespaceIds, namespaceOf, namespaceRules } from './namespaceRules.ts'
import type { Network } from './shared/Network.ts'

/** The account and networks that a request is about. */
export type AccountQuery = {
  /** The address in canonical form: EVM in lower case, bech32 in lower case, all others unchanged. */
  account: string
  /** The network the request names, else all networks on which the address is valid. Never empty. */
  chains: readonly Network[]
}

/**
 * Parses the path parameter `{addr}` (an address or CAIP-10 account) together with the query parameter `chainId`.
 *
 * @throws {Problem} `invalid-request` or `chain-not-supported`, with the field.
 */
export function readAccount({
  address,
  chainId,
  namespaces,
}: {
  address: string
  chainId: string | undefined
  namespaces: Pick<Namespaces, 'networks' | 'of'>
}): AccountQuery {
  const errors: FieldProblem[] = []
  const parts = isCaipAddress(address) ? parseCaipAddress(address) : undefined
  const inAddress = parts && (`${parts.namespace}:${parts.reference}` as CaipNetworkId)
  const named = inAddress && namespaceOf(inAddress)
  const text = parts?.address ?? address
  // A CAIP-10 account of an unsupported namespace is valid, but there is no upstream for it.
  const isForeign = parts !== undefined && named === undefined
  const found = (named ? [named] : namespaceIds).flatMap((namespace) => {
    const account = isForeign ? undefined : namespaceRules[namespace].readAddress(text)
    return account === undefined ? [] : { namespace, account }
  })[0]
  if (!found && !isForeign)
    errors.push({
      pointer: 'address',
      detail: named
        ? `Must be an account whose address is ${namespaceRules[named].addressForm}.`
        : 'Must be an address of Ethereum (0x and 40 hex digits), Solana or Bitcoin, or a CAIP-10 account.',
    })
  if (chainId !== undefined && !isCaipNetworkId(chainId))
    errors.push({ pointer: 'chainId', detail: 'Must be a CAIP-2 id such as eip155:1.' })
  if (errors.length === 0 && inAddress !== undefined && chainId !== undefined && inAddress !== chainId)
    errors.push({
      pointer: 'chainId',
      detail: `Must be ${inAddress}, the chain of the account, or left out.`,
    })
  const wanted = (inAddress ?? chainId) as CaipNetworkId | undefined
  const canBeOn = (chain: CaipNetworkId): boolean =>
    found !== undefined &&
    namespaceOf(chain) === found.namespace &&
    namespaceRules[found.namespace].isOn(found.account, chain.slice(chain.indexOf(':') + 1))
  const isServed = wanted !== undefined && namespaces.networks.has(wanted)
  if (errors.length === 0 && isServed && !canBeOn(wanted))
    errors.push({
      pointer: inAddress === undefined ? 'chainId' : 'address',
      detail: `The address does not belong to ${wanted}.`,
    })
  if (errors.length > 0)
    throw new Problem('invalid-request', {
      detail: errors.map((error) => error.detail).join(' '),
      errors,
    })

  const chains = (found ? namespaces.of(found.namespace) : []).filter(({ id }) =>
    wanted === undefined ? canBeOn(id) : id === wanted,
  )
  if (!found || chains.length === 0) {
    const detail = `There is no upstream for ${wanted ?? 'the network of this address'}.`
    const pointer = inAddress === undefined && wanted !== undefined ? 'chainId' : 'address'
    throw new Problem('chain-not-supported', { detail, errors: [{ pointer, detail }] })
  }
  return { account: found.account, chains }
}
