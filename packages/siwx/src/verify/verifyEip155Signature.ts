/*
 * Proves that an Ethereum account signed a message (EIP-191 `personal_sign`), in this order:
 *
 * 1. Key: the public key recovered from the signature belongs to the address. No network needed.
 * 2. ERC-6492: the signature says how to deploy the account; viem's validator runs inside one `eth_call`.
 * 3. ERC-1271: the address has code; its `isValidSignature` is asked.
 *
 * A node that cannot be asked never counts as a bad signature, see `isRevert`.
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

/** Half the order of secp256k1: a larger `s` has a twin that is smaller (EIP-2). */
const halfOrder = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const erc1271Abi = parseAbi([
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
/** `isValidSignature` answers its own selector, padded to a word. */
const magicWord = `0x1626ba7e${'0'.repeat(56)}`
/** The last word of an ERC-6492 signature. */
const wrappedSuffix = '6492'.repeat(16)
/** 32 KiB; a passkey signature with its deployment has about 3. */
const maxBytes = 32_768

export const verifyEip155Signature: SignatureVerifier = async ({ address, message, signature, client }) => {
  if (!isBytes(signature))
    return no('signature-malformed', 'The signature is not a text of hex bytes with 0x.')
  const bytes = signature.length / 2 - 1
  if (bytes > maxBytes) return no('signature-malformed', `The signature is longer than ${maxBytes} bytes.`)

  const account = address as Hex
  const hash = hashMessage(message)
  const signer = bytes === 65 ? await recover(hash, signature) : undefined
  if (signer?.toLowerCase() === account.toLowerCase()) {
    // Whoever saw the signature could have written this second form of it without the key.
    const isLow = BigInt(`0x${signature.slice(66, 130)}`) <= halfOrder
    return isLow ? { ok: true } : no('signature-malformed', 'The signature is not in its lower form (EIP-2).')
  }

  const isWrapped = bytes > 32 && signature.endsWith(wrappedSuffix)
  if (!client) {
    if (bytes < 65) return no('signature-malformed', `A signature has 65 bytes at least, this one ${bytes}.`)
    return no(
      'client-required',
      "The signature is not by the account's own key. If it is a smart account, its chain must be asked: pass `client`.",
    )
  }
  try {
    if (isWrapped) return await askValidator({ account, hash, signature, client })
    return await askAccount({ account, hash, signature, client })
  } catch (error) {
    return no('client-unavailable', `The chain could not be asked: ${sentence(error)}`)
  }
}

type Question = { account: Hex; hash: Hex; signature: Hex; client: RpcClient }

async function askAccount({ account, hash, signature, client }: Question): Promise<SignatureVerdict> {
  const code = expectBytes(await client.request({ method: 'eth_getCode', params: [account, 'latest'] }))
  if (code === '0x') {
    if (signature.length === 132) return no('signature-invalid', 'The signature is by another account.')
    return no('signature-malformed', `The signature of an account without code has 65 bytes.`)
  }
  const data = encodeFunctionData({
    abi: erc1271Abi,
    functionName: 'isValidSignature',
    args: [hash, signature],
  })
  const answer = await call(client, { to: account, data })
  if (answer?.slice(0, 66).toLowerCase() === magicWord) return { ok: true }
  return no('signature-invalid', 'The smart account does not accept the signature (ERC-1271).')
}

async function askValidator({ account, hash, signature, client }: Question): Promise<SignatureVerdict> {
  const data = encodeDeployData({
    abi: erc6492SignatureValidatorAbi,
    args: [account, hash, signature],
    bytecode: erc6492SignatureValidatorByteCode,
  })
  const answer = await call(client, { data })
  if (answer && /^0x0*1$/.test(answer)) return { ok: true }
  return no(
    'signature-invalid',
    'The smart account, once deployed, does not accept the signature (ERC-6492).',
  )
}

/** The answer of an `eth_call`, or `undefined` if the code ran and failed. Throws if the node could not be asked. */
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
    // Not a point of the curve, or an unknown recovery byte: no key made it, though a contract may accept it.
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
  if (!isBytes(value)) throw new Error('the answer is not hex bytes')
  return value
}

function no(code: SignatureProblemCode, reason: string): SignatureVerdict {
  return { ok: false, code, reason }
}

function sentence(error: unknown): string {
  const message = readProperty(error, 'message')
  return typeof message === 'string' ? message.split('\n', 1).join('').slice(0, 200) : 'the request failed.'
}
