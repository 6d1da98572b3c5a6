import type { RpcClient } from '@portico/core'
import { decodeAbi, encodeAbi, parseAbiType } from '@portico/protocol/swaps'
import { hexToString, keccak256, toHex } from 'viem'
import type { PermitDomain } from './permitTypedData.ts'

/** `keccak256('Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)')` */
const permitTypeHash = '0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9'
/** `keccak256('EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)')` */
const domainTypeHash = '0x8b73c3c69bb8fe3d512ecc4cf759cc79239f7b179b0ffacaa9a75d522b39400f'

const domainType = parseAbiType('(bytes32,bytes32,bytes32,uint256,address)')
/** A string is encoded like bytes. */
const textType = parseAbiType('(bytes)')

const selectors = {
  name: '0x06fdde03',
  version: '0x54fd4d50',
  nonces: '0x7ecebe00',
  separator: '0x3644e515',
  typeHash: '0x30adf81f',
  eip712Domain: '0x84b0196e',
}

/**
 * Reads the domain of a token's permits. Returns undefined unless the domain gives the token's own `DOMAIN_SEPARATOR()`, and the
 * token shows that its permits have the form of EIP-2612: those of DAI have the same domain and other fields.
 *
 * @see https://eips.ethereum.org/EIPS/eip-2612
 */
export async function readPermitDomain({
  client,
  chainId,
  token,
  owner,
}: {
  client: RpcClient
  chainId: number
  token: string
  owner: string
}): Promise<PermitDomain | undefined> {
  const read = (data: string) =>
    client.request({ method: 'eth_call', params: [{ to: token, data }, 'latest'] }).then(
      (result) => (/^0x(?:[0-9a-f]{64})+$/i.test(`${result}`) ? (`${result}` as `0x${string}`) : undefined),
      () => undefined,
    )
  const [separator, nonce, name, version, typeHash, described, code] = await Promise.all([
    read(selectors.separator),
    read(`${selectors.nonces}${owner.slice(2).toLowerCase().padStart(64, '0')}`),
    read(selectors.name),
    read(selectors.version),
    read(selectors.typeHash),
    read(selectors.eip712Domain),
    client.request({ method: 'eth_getCode', params: [owner, 'latest'] }),
  ])
  // The signature of an account with code may not be one that tokens accept.
  if (code !== '0x' || separator?.length !== 66 || nonce?.length !== 66) return undefined
  if (typeHash === undefined ? described === undefined : typeHash !== permitTypeHash) return undefined
  const domainName = decodeText(name)
  if (domainName === undefined) return undefined
  const versions = new Set([decodeText(version) ?? '1', '1', '2'])
  const matching = [...versions].find(
    (each) => hashDomain({ name: domainName, version: each, chainId, token }) === separator.toLowerCase(),
  )
  return matching === undefined ? undefined : { name: domainName, version: matching, nonce: BigInt(nonce) }
}

function hashDomain({
  name,
  version,
  chainId,
  token,
}: {
  name: string
  version: string
  chainId: number
  token: string
}): string {
  const values = [domainTypeHash, keccak256(toHex(name)), keccak256(toHex(version)), BigInt(chainId), token]
  return keccak256(`0x${encodeAbi(domainType, values)}`)
}

function decodeText(result: `0x${string}` | undefined): string | undefined {
  if (result === undefined) return undefined
  // Not a string: some old tokens return bytes32, and none of them has permits.
  const [bytes] = (decodeAbi(textType, result.slice(2).toLowerCase()) ?? []) as [`0x${string}`?]
  return bytes && hexToString(bytes)
}
