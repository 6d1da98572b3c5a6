/*
 * Verifies that an Ethereum account signed a message (EIP-191 `personal_sign`), in this order:
 *
 * 1. Key: the public key recovered from the signature belongs to the address. Makes no request.
 * 2. ERC-6492: the signature contains how to deploy the account; viem's validator runs inside one `eth_call`.
 * 3. ERC-1271: the address has code, and its `isValidSignature` is called.
 *
 * A failed request never counts as an invalid signature, see `isRevert`.
 */
import { readProperty } from '@portico/protocol'
import {
  encodeDeployData,
  encodeFunctionData,
  erc6492SignatureValidatorAbi,
  erc6492SignatureValidatorByteCode,
  type Hex,
  hashMessage,
  parseAbi,
  recoverAddress,
} from 'viem'
import { isRevert } from './isRevert.ts'
import type { RpcClient } from './RpcClient.ts'
import type { SignatureProblemCode, SignatureVerdict, SignatureVerifier } from './SignatureVerdict.ts'

/** Half the order of secp256k1. For every signature with a larger `s` there is one with a smaller `s` (EIP-2). */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const erc1271Abi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
/** What `isValidSignature` returns for a valid signature: its own selector, padded to a word. */
const magicValue = `0x1626ba7e${'0'.repeat(56)}`
/** The last word of an ERC-6492 signature. */
const erc6492Suffix = '6492'.repeat(16)
/** A passkey signature with its deployment data has about 3 KiB. */
const maxBytes = 32_768

export const verifyEip155Signature: SignatureVerifier = async ({ address, message, signature, client }) => {
  if (!isBytes(signature))
    return failure('signature-malformed', 'The signature is not a hex string with the prefix 0x.')
  const bytes = signature.length / 2 - 1
  if (bytes > maxBytes)
    return failure('signature-malformed', `The signature is longer than ${maxBytes} bytes.`)

  const account = address as Hex
  const hash = hashMessage(message)
  const signer = bytes === 65 ? await recover(hash, signature) : undefined
  if (signer?.toLowerCase() === account.toLowerCase()) {
    // Refuse a high s: it can be computed from the low one without the key.
    const isLow = BigInt(`0x${signature.slice(66, 130)}`) <= halfOrder
    return isLow ? { ok: true } : failure('signature-malformed', 'The signature has a high s value (EIP-2).')
  }

  const isWrapped = bytes > 32 && signature.endsWith(erc6492Suffix)
  if (!client) {
    if (bytes < 65)
      return failure('signature-malformed', `The signature has ${bytes} bytes; at least 65 are required.`)
    return failure(
      'client-required',
      'The signature is not by the key of the account. Pass `client` to verify smart accounts on their network.',
    )
  }
  try {
    if (isWrapped) return await callValidator({ account, hash, signature, client })
    return await callAccount({ account, hash, signature, client })
  } catch (error) {
    return failure('client-unavailable', `The network could not be read: ${firstLine(error)}`)
  }
}

type CallParameters = { account: Hex; hash: Hex; signature: Hex; client: RpcClient }

async function callAccount({ account, hash, signature, client }: CallParameters): Promise<SignatureVerdict> {
  const code = expectBytes(await client.request({ method: 'eth_getCode', params: [account, 'latest'] }))
  if (code === '0x') {
    if (signature.length === 132) return failure('signature-invalid', 'The signature is by another account.')
    return failure('signature-malformed', 'The account has no code, so the signature must have 65 bytes.')
  }
  const data = encodeFunctionData({
    abi: erc1271Abi,
    functionName: 'isValidSignature',
    args: [hash, signature],
  })
  const result = await call(client, { to: account, data })
  if (result?.slice(0, 66).toLowerCase() === magicValue) return { ok: true }
  return failure('signature-invalid', 'The smart account does not accept the signature (ERC-1271).')
}

async function callValidator({
  account,
  hash,
  signature,
  client,
}: CallParameters): Promise<SignatureVerdict> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    args: [account, hash, signature],
    bytecode: erc6492SignatureValidatorByteCode,
  })
  const result = await call(client, { data })
  if (result && /^0x0*1$/.test(result)) return { ok: true }
  return failure(
    'signature-invalid',
    'The smart account, once deployed, does not accept the signature (ERC-6492).',
  )
}

/** Returns the result of an `eth_call`, or `undefined` if it reverted. Throws if the request failed. */
async function call(client: RpcClient, transaction: { to?: Hex; data: Hex }): Promise<Hex | undefined> {
  try {
    return expectBytes(await client.request({ method: 'eth_call', params: [transaction, 'latest'] }))
  } catch (error) {
    if (isRevert(error)) return undefined
    throw error
  }
}

async function recover(hash: Hex, signature: Hex): Promise<string | undefined> {
  try {
    return await recoverAddress({ hash, signature })
  } catch {
    // Not a point on the curve, or an unknown recovery byte. No key made the signature, but a contract may accept it.
    return undefined
  }
}

function isBytes(value: unknown): value is Hex {
  return (
    typeof value === 'string' &&
    value.length % 2 === 0 &&
    value.startsWith('0x') &&
    !/[^0-9a-fA-F]/.test(value.slice(2))
  )
}

function expectBytes(value: unknown): Hex {
  if (!isBytes(value)) throw new Error('the response is not a hex string')
  return value
}

function failure(code: SignatureProblemCode, reason: string): SignatureVerdict {
  return { ok: false, code, reason }
}

function firstLine(error: unknown): string {
  const message = readProperty(error, 'message')
  return typeof message === 'string' ? message.split('\n', 1).join('').slice(0, 200) : 'the request failed.'
}
