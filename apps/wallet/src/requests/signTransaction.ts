import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import {
  type Hex,
  parseTransaction,
  type SignedAuthorization,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem'
import { hashAuthorization } from 'viem/utils'
import { recoverAddress } from '../keys/recoverAddress.ts'
import type { Signer } from '../signer/Signer.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'

export type SignedTransaction = { raw: Hex; hash: Hex }

/** The bytes to sign differ from the shown transaction. This is a bug; nothing is sent. */
class TransactionMismatchError extends Error {
  override name = 'TransactionMismatchError'
}

/**
 * Signs a transaction, and first the authorization of one that upgrades the account. Parses the bytes before signing and after, and
 * recovers the signer of both, so that exactly the shown transaction is sent from the shown account.
 *
 * @throws {TransactionMismatchError}
 * @see https://eips.ethereum.org/EIPS/eip-1559
 * @see https://eips.ethereum.org/EIPS/eip-7702
 */
export async function signTransaction({
  transaction,
  signer,
}: {
  transaction: BuiltTransaction
  signer: Pick<Signer, 'address' | 'signHash'>
}): Promise<SignedTransaction> {
  const { to, ...others } = transaction
  const authorizationList =
    transaction.type === 'eip7702' ? [await authorize(transaction, signer)] : undefined
  const fields = {
    ...others,
    ...(to ? { to } : {}),
    ...(authorizationList ? { authorizationList } : {}),
  } as TransactionSerializable
  const unsigned = serializeTransaction(fields)
  assertSame(unsigned, transaction)
  assertAuthorized(unsigned, transaction, signer)
  const signature = splitSignature(await signer.signHash(keccak(unsigned)))
  const raw = serializeTransaction(fields, signature)
  const sender = recoverAddress({ hash: keccak(unsigned), signature: readSignature(raw) })
  if (sender.toLowerCase() !== signer.address.toLowerCase())
    throw new TransactionMismatchError('The signature is of another account.')
  assertSame(raw, transaction)
  assertAuthorized(raw, transaction, signer)
  return { raw, hash: keccak(raw) }
}

/** Signs the authorization that upgrades the account. */
async function authorize(
  transaction: BuiltTransaction,
  signer: Pick<Signer, 'signHash'>,
): Promise<SignedAuthorization> {
  const authorization = authorizationOf(transaction)
  return { ...authorization, ...splitSignature(await signer.signHash(hashAuthorization(authorization))) }
}

function authorizationOf({ chainId, nonce }: BuiltTransaction): {
  address: Hex
  chainId: number
  nonce: number
} {
  // It is checked after the nonce of its transaction has been used.
  return { address: delegatorContracts.EIP7702StatelessDeleGator, chainId, nonce: nonce + 1 }
}

/** Checks that the bytes upgrade nothing but this account, to nothing but the contract of the wallet, or nothing at all. */
function assertAuthorized(bytes: Hex, shown: BuiltTransaction, signer: Pick<Signer, 'address'>): void {
  const { authorizationList = [] } = parseTransaction(bytes) as unknown as {
    authorizationList?: SignedAuthorization[]
  }
  const [authorization, ...more] = authorizationList
  if (shown.type !== 'eip7702') {
    if (authorization) throw new TransactionMismatchError('The transaction has an authorization.')
    return
  }
  const wanted = authorizationOf(shown)
  const isSame =
    authorization !== undefined &&
    // Only a batch upgrades the account, which is a call of the account to itself.
    shown.to?.toLowerCase() === signer.address.toLowerCase() &&
    more.length === 0 &&
    authorization.address.toLowerCase() === wanted.address.toLowerCase() &&
    authorization.chainId === wanted.chainId &&
    authorization.chainId > 0 &&
    authorization.nonce === wanted.nonce
  if (!isSame) throw new TransactionMismatchError('The authorization differs from the one that was shown.')
  const authority = recoverAddress({
    hash: hashAuthorization(wanted),
    signature: joinSignature(authorization),
  })
  if (authority.toLowerCase() !== signer.address.toLowerCase())
    throw new TransactionMismatchError('The authorization is of another account.')
}

function assertSame(bytes: Hex, shown: BuiltTransaction): void {
  const { r, s, v, yParity, ...read } = parseTransaction(bytes) as ReturnType<typeof parseTransaction> & {
    r?: Hex
    s?: Hex
    v?: bigint
    yParity?: number
  }
  const signature = r && s ? { r, s, yParity: yParity ?? 0 } : undefined
  const again = serializeTransaction(read as Parameters<typeof serializeTransaction>[0], signature as never)
  const isSame =
    again === bytes &&
    read.type === shown.type &&
    read.chainId === shown.chainId &&
    (read.nonce ?? 0) === shown.nonce &&
    (read.gas ?? 0n) === shown.gas &&
    (read.maxFeePerGas ?? 0n) === shown.maxFeePerGas &&
    (read.maxPriorityFeePerGas ?? 0n) === shown.maxPriorityFeePerGas &&
    (read.to ?? undefined)?.toLowerCase() === shown.to?.toLowerCase() &&
    (read.value ?? 0n) === shown.value &&
    (read.data ?? '0x') === shown.data
  if (!isSame) throw new TransactionMismatchError('The bytes differ from the transaction that was shown.')
}

/** Splits r ‖ s ‖ v. viem's function for it would load another implementation of the curve. */
function splitSignature(signature: Hex): { r: Hex; s: Hex; yParity: number } {
  const [, r, s, v = ''] = /^0x(.{64})(.{64})(1b|1c)$/.exec(signature) ?? []
  if (!r || !s) throw new TransactionMismatchError('The signature does not have 65 bytes.')
  return { r: `0x${r}`, s: `0x${s}`, yParity: v === '1c' ? 1 : 0 }
}

/** Reads the signature, as r ‖ s ‖ v, from the bytes that are sent. */
function readSignature(bytes: Hex): Hex {
  return joinSignature(parseTransaction(bytes))
}

function joinSignature({
  r,
  s,
  yParity,
}: {
  r?: Hex | undefined
  s?: Hex | undefined
  yParity?: number | undefined
}): Hex {
  if (!r || !s) throw new TransactionMismatchError('The transaction has no signature.')
  const pad = (value: Hex) => value.slice(2).padStart(64, '0')
  return `0x${pad(r)}${pad(s)}${yParity === 1 ? '1c' : '1b'}`
}

function keccak(bytes: Hex): Hex {
  return `0x${bytesToHex(keccak_256(hexToBytes(bytes.slice(2))))}`
}
