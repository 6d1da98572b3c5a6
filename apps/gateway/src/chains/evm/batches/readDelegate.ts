import type { Hex } from 'viem'
import { hashAuthorization, toHex } from 'viem/utils'
import { recoverSigner } from './recoverSigner.ts'

/** An authorization of a transaction (EIP-7702), as JSON-RPC returns it. */
export type NodeAuthorization = {
  chainId: string
  address: string
  nonce: string
  yParity?: string | undefined
  v?: string | undefined
  r: string
  s: string
}

/** An account cannot use more of its own in one transaction. */
const maxAuthorizations = 20

/**
 * Returns the contract that an account has made its code with its own transaction (EIP-7702), in lower case; the zero address if it
 * has removed its code, empty if it did neither. Authorizations of others say nothing about the account.
 *
 * @see https://eips.ethereum.org/EIPS/eip-7702
 */
export function readDelegate({
  authorizations,
  sender,
  nonce,
}: {
  authorizations: readonly NodeAuthorization[] | undefined
  /** Lower case. */
  sender: string
  /** Of the transaction. */
  nonce: number
}): string {
  let delegate = ''
  // The nonce of the account rises with the transaction, and again with each of its authorizations.
  let next = nonce + 1
  for (const authorization of authorizations?.slice(0, maxAuthorizations) ?? []) {
    if (Number(authorization.nonce) !== next) continue
    if (readSigner(authorization) !== sender) continue
    delegate = authorization.address.toLowerCase()
    next++
  }
  return delegate
}

function readSigner({ chainId, address, nonce, yParity, v, r, s }: NodeAuthorization): string | undefined {
  try {
    const parity = Number(yParity ?? v)
    const hash = hashAuthorization({
      chainId: Number(chainId),
      address: address as Hex,
      nonce: Number(nonce),
    })
    return recoverSigner({ hash, r: toHex(BigInt(r)), s: toHex(BigInt(s)), yParity: parity })
  } catch {
    return undefined
  }
}
