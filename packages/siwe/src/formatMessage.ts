import type { SIWECreateMessageArgs } from '@portico/core'
import { checksumAddress, createMessage } from '@portico/siwx'
import { getDidAddress } from './getDidAddress.ts'
import { getDidChainId } from './getDidChainId.ts'

/** The argument of `createMessage` of a `siweConfig`, without the address. Other fields are ignored. */
export type SIWEFormatMessageArgs = Omit<
  SIWECreateMessageArgs,
  'address' | 'chainId' | 'version' | 'type'
> & {
  /** The number, or a CAIP-2 ID. Default: the network of the address. */
  chainId?: number | string | undefined
  version?: string | undefined
  type?: string | undefined
}

/**
 * Returns the text to sign, as EIP-4361 defines it, for `createMessage` of a `siweConfig`.
 *
 * @param address The address, or `did:pkh:<CAIP-2 ID>:<address>` as the kit passes it.
 * @throws InvalidMessageError if a field does not follow the standard; `field` names it
 * @see https://eips.ethereum.org/EIPS/eip-4361
 * @example
 * import { createSIWEConfig, formatMessage } from '@portico/siwe'
 * const siweConfig = createSIWEConfig({ ...siweServer, createMessage: ({ address, ...args }) => formatMessage(args, address) })
 */
export function formatMessage(
  { domain, uri, nonce, chainId, statement, iat, exp, nbf, requestId, resources }: SIWEFormatMessageArgs,
  address: string,
): string {
  const plain = getDidAddress(address) ?? address
  const reference = String(chainId ?? getDidChainId(address) ?? '').replace(/^eip155:/, '')
  return createMessage({
    domain,
    address: checksumAddress(plain) ?? plain,
    statement,
    uri,
    version: '1',
    chainId: `eip155:${reference}`,
    nonce,
    issuedAt: iat ?? new Date().toISOString(),
    expirationTime: exp,
    notBefore: nbf,
    requestId,
    resources,
  })
}
