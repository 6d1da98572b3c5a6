import { type RpcClient, verifySignature as verify } from '@portico/siwx'

/** The parameters of {@link verifySignature}. */
export interface VerifySignatureParameters {
  address: string
  /** The signed text. */
  message: string
  signature: string
  /** The number, or a CAIP-2 ID. */
  chainId: string | number
  /** Sends requests to the network, to verify smart accounts (ERC-1271, ERC-6492). A viem client is one. */
  client?: RpcClient | undefined
  /** Not used: AppKit asks a server of its vendor with it. Pass a `client` instead. */
  projectId?: string | undefined
}

/**
 * Returns whether an account signed a message; for servers. Without a `client`, signatures of smart accounts are not
 * accepted, because they can only be verified by asking the network. Check the nonce, the domain and the times of the message as well, or
 * use `verifyMessage` of `@portico/siwx`, which does.
 *
 * @example
 * import { getAddressFromMessage, getChainIdFromMessage, verifySignature } from '@portico/siwe'
 *
 * const address = getAddressFromMessage(message)
 * const chainId = getChainIdFromMessage(message)
 * const isValid = await verifySignature({ address, message, signature, chainId, client })
 */
export async function verifySignature({
  address,
  message,
  signature,
  chainId,
  client,
}: VerifySignatureParameters): Promise<boolean> {
  const reference = String(chainId).replace(/^eip155:/, '')
  // An address or a chain ID that was read from a malformed message is empty.
  if (!/^0x[0-9a-f]{40}$/i.test(address) || !/^\d+$/.test(reference)) return false
  const verdict = await verify({ account: `eip155:${reference}:${address}`, message, signature, client })
  return verdict.ok
}
