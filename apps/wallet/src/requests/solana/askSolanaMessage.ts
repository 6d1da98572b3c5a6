import { ed25519 } from '@noble/curves/ed25519.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { solanaParams } from '@portico/protocol/frame'
import { base58 } from '@scure/base'
import { approveText } from '../../approve/copy.ts'
import type { Ask } from '../Ask.ts'
import { attempt } from '../attempt.ts'
import { decide } from '../decide.ts'
import { describeMessage } from '../describeMessage.ts'
import { RequestRefusedError } from '../RequestRefusedError.ts'
import { decodeParam } from './decodeParam.ts'
import { readOwnAddress } from './readOwnAddress.ts'
import { readSolanaMessage } from './readSolanaMessage.ts'
import { readSolanaParams } from './readSolanaParams.ts'

/**
 * Handles `solana_signMessage`. Solana signs messages and transactions alike, so bytes that are a transaction are refused: they would
 * be sent as one.
 */
export const askSolanaMessage: Ask = async ({ method, params, chainId }, context, { signal }) => {
  const { session, limits, now } = context
  const { message, pubkey } = readSolanaParams(method, solanaParams.solana_signMessage, params)
  const own = readOwnAddress(session)
  if (pubkey !== own) refuse('The message is for another account than the one that is connected.')
  const bytes = decodeParam(base58, message, 'The message must be text in base58.')
  if (isTransaction(bytes))
    refuse('These bytes are a transaction, not a message: whoever gets the signature could send it.')
  const describe = () =>
    describeMessage([`0x${bytesToHex(bytes)}`, own], {
      address: own,
      origin: session.origin,
      chainId,
      now: now(),
    })
  // Describe first: a refused request must not count as a prompt.
  const { description } = describe()
  await limits.admit()
  await decide({ description, context, signal })
  // Check again after the visitor's answer: a sign-in message may have expired meanwhile.
  describe()
  return attempt({
    name: description.name,
    text: approveText('approve.signing'),
    failure: approveText('approve.notSigned'),
    context,
    signal,
    step: async () => {
      const signer = await session.openSigner()
      try {
        signal.throwIfAborted()
        const signature = await signer.signSolana(bytes)
        if (!ed25519.verify(signature, bytes, base58.decode(own)))
          throw new Error('The signature is of another account.')
        return { signature: base58.encode(signature) }
      } finally {
        signer.close()
      }
    },
  })
}

/** Whether bytes are the part of a transaction that is signed, or a transaction with its signatures. */
function isTransaction(bytes: Uint8Array): boolean {
  const starts = [0, 1 + 64 * (bytes[0] ?? 0)]
  return starts.some((start) => {
    try {
      readSolanaMessage(bytes.subarray(start))
      return true
    } catch {
      return false
    }
  })
}

function refuse(reason: string): never {
  throw new RequestRefusedError({ reason })
}
