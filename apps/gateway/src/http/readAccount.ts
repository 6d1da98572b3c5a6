import { type CaipNetworkId, isCaipAddress, isCaipNetworkId, parseCaipAddress } from '@portico/protocol'
import type { FieldProblem } from '@portico/server'
import type { Families } from '../families/createFamilies.ts'
import type { Network } from '../families/Family.ts'
import { familyRules, namespaceOf, namespaces } from '../families/rulesOf.ts'
import { HttpProblem } from './HttpProblem.ts'

/** An account as a path names it, with the chains that are meant. */
export type AccountQuery = {
  /** In the one spelling of its family: hexadecimal in lower case, anything else letter by letter. */
  account: string
  /** One chain if it is named, else all that the address can be of. Never empty. */
  chains: readonly Network[]
}

/**
 * Reads `{addr}`, a plain address or a CAIP-10 account, and the `chainId` beside it.
 *
 * @throws {HttpProblem} `invalid-request` or `chain-not-supported`, which name the field.
 */
export function readAccount({
  address,
  chainId,
  families,
}: {
  address: string
  chainId: string | undefined
  families: Pick<Families, 'networks' | 'of'>
}): AccountQuery {
  const errors: FieldProblem[] = []
  const parts = isCaipAddress(address) ? parseCaipAddress(address) : undefined
  const inAddress = parts && (`${parts.namespace}:${parts.reference}` as CaipNetworkId)
  const named = inAddress && namespaceOf(inAddress)
  const text = parts?.address ?? address
  // An account of a family that nobody here knows is well-formed: there is only no node of it.
  const isForeign = parts !== undefined && named === undefined
  const found = (named ? [named] : namespaces).flatMap((namespace) => {
    const account = isForeign ? undefined : familyRules[namespace].readAddress(text)
    return account === undefined ? [] : { namespace, account }
  })[0]
  if (!found && !isForeign)
    errors.push({
      pointer: 'address',
      detail: named
        ? `Must be an account whose address is ${familyRules[named].addressForm}.`
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
    familyRules[found.namespace].isOn(found.account, chain.slice(chain.indexOf(':') + 1))
  const isServed = wanted !== undefined && families.networks.has(wanted)
  if (errors.length === 0 && isServed && !canBeOn(wanted))
    errors.push({
      pointer: inAddress === undefined ? 'chainId' : 'address',
      detail: `The address is none of ${wanted}.`,
    })
  if (errors.length > 0)
    throw new HttpProblem('invalid-request', {
      detail: errors.map((error) => error.detail).join(' '),
      errors,
    })

  const chains = (found ? families.of(found.namespace) : []).filter(({ id }) =>
    wanted === undefined ? canBeOn(id) : id === wanted,
  )
  if (!found || chains.length === 0) {
    const detail = `There is no node of ${wanted ?? 'the chain of this address'} here.`
    const pointer = inAddress === undefined && wanted !== undefined ? 'chainId' : 'address'
    throw new HttpProblem('chain-not-supported', { detail, errors: [{ pointer, detail }] })
  }
  return { account: found.account, chains }
}
