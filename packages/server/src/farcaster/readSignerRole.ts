import type { RpcClient } from '@portico/siwx'
import { decodeFunctionResult, encodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { z } from 'zod'

/** What an address is to a Farcaster account: its owner, an address that may log in for it, or neither. */
export type SignerRole = 'custody' | 'auth-address' | 'none'

// Their addresses on OP Mainnet.
const idRegistry = '0x00000000Fc6c5F01Fc30151999387Bb99A9f489b'
const keyRegistry = '0x00000000Fc1237824fb747aBDE0FF18990E59b7e'
const registryAbi = parseAbi([
  'function idOf(address owner) view returns (uint256)',
  'function keyDataOf(uint256 fid, bytes key) view returns ((uint256 state, uint256 keyType))',
])
const added = 1n
const authAddressType = 2n
/** One word, or two: nothing shorter or longer is an answer of the registries. */
const words = z.string().regex(/^0x(?:[\da-fA-F]{64}){1,2}$/)

/**
 * Returns the role of an address, as one node reads it in Farcaster's registries: the IdRegistry, where each account has one
 * owner, and the KeyRegistry, where an address of type 2 may log in until it is removed.
 *
 * @throws {Error} if the node did not answer, or answered with something that the registries never return.
 */
export async function readSignerRole({
  client,
  signer,
  fid,
}: {
  client: RpcClient
  signer: Hex
  fid: number
}): Promise<SignerRole> {
  const key = encodeAbiParameters([{ type: 'address' }], [signer])
  const [owned, { state, keyType }] = await Promise.all([
    readIdOf(client, signer),
    readKeyData(client, BigInt(fid), key),
  ])
  if (owned === BigInt(fid)) return 'custody'
  return state === added && keyType === authAddressType ? 'auth-address' : 'none'
}

async function readIdOf(client: RpcClient, owner: Hex): Promise<bigint> {
  const query = { abi: registryAbi, functionName: 'idOf' } as const
  const data = await call(client, idRegistry, encodeFunctionData({ ...query, args: [owner] }))
  return decodeFunctionResult({ ...query, data })
}

async function readKeyData(
  client: RpcClient,
  fid: bigint,
  key: Hex,
): Promise<{ state: bigint; keyType: bigint }> {
  const query = { abi: registryAbi, functionName: 'keyDataOf' } as const
  const data = await call(client, keyRegistry, encodeFunctionData({ ...query, args: [fid, key] }))
  return decodeFunctionResult({ ...query, data })
}

async function call(client: RpcClient, to: Hex, data: Hex): Promise<Hex> {
  return words.parse(await client.request({ method: 'eth_call', params: [{ to, data }, 'latest'] })) as Hex
}
