import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js'
import { delegatorContracts } from '@portico/protocol/smartAccount'
import {
  type Hex,
  parseTransaction,
  type SignedAuthorization,
  serializeTransaction,
  type TransactionSerializable,
  zeroAddress,
} from 'viem'
import { hashAuthorization } from 'viem/utils'
import { recoverAddress } from '../keys/recoverAddress.ts'
import type { Signer } from '../signer/Signer.ts'
import type { BuiltTransaction } from './BuiltTransaction.ts'
import type { CodeChange } from './CodeChange.ts'
import { turnOffCall } from './turnOffCall.ts'

export type SignedTransaction = { raw: Hex; hash: Hex; nonce: number }

/** The bytes to sign differ from the shown transaction. This is a bug; nothing is sent. */
class TransactionMismatchError extends Error {
  override name = 'TransactionMismatchError'
}

/**
 * Signs a transaction, and first the authorization of one that changes the account's code. Parses the bytes before signing and after, and
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
  const { to, change, ...others } = transaction
  const authorizationList = change ? [await authorize(transaction, change, signer)] : undefined
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
  return { raw, hash: keccak(raw), nonce: transaction.nonce }
}

/** Signs the authorization that upgrades the account, or removes its code. */
async function authorize(
  transaction: BuiltTransaction,
  change: CodeChange,
  signer: Pick<Signer, 'signHash'>,
): Promise<SignedAuthorization> {
  const authorization = authorizationOf(transaction, change)
  return { ...authorization, ...splitSignature(await signer.signHash(hashAuthorization(authorization))) }
}

function authorizationOf(
  { chainId, nonce }: BuiltTransaction,
  { type }: CodeChange,
): {
  address: Hex
  chainId: number
  nonce: number
} {
  const address = type === 'turn-off' ? zeroAddress : delegatorContracts.EIP7702StatelessDeleGator
  // It is checked after the nonce of its transaction has been used.
  return { address, chainId, nonce: nonce + 1 }
}

/**
 * Checks that the bytes change the code of no account but this one, to no contract but that of the wallet or none, and only with a call that
 * belongs to it: a batch of the account itself, or the call that ends all permissions.
 */
function assertAuthorized(bytes: Hex, shown: BuiltTransaction, signer: Pick<Signer, 'address'>): void {
  const { authorizationList = [] } = parseTransaction(bytes) as unknown as {
    authorizationList?: SignedAuthorization[]
  }
  const [authorization, ...more] = authorizationList
  const { type, change } = shown
  if ((type === 'eip7702') !== (change !== undefined))
    throw new TransactionMismatchError('The type does not fit to the change of the account.')
  if (!change) {
    if (authorization) throw new TransactionMismatchError('The transaction has an authorization.')
    return
  }
  const wanted = authorizationOf(shown, change)
  const to = change.type === 'turn-off' ? turnOffCall.to : signer.address
  const isCallOwn = change.type !== 'turn-off' || (shown.data === turnOffCall.data && shown.value === 0n)
  const isSame =
    authorization !== undefined &&
    shown.to?.toLowerCase() === to.toLowerCase() &&
    isCallOwn &&
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
