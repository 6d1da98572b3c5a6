import { base58, base64 } from '@scure/base'
import { z } from 'zod'
import type { JsonRpcMethods } from '../../jsonRpc/answerJsonRpc.ts'
import { JsonRpcError } from '../../jsonRpc/JsonRpcError.ts'
import type { Ledger, Outcome } from '../ledger/createLedger.ts'
import { errorSentence } from '../ledger/describeError.ts'
import { readTransaction, type WireTransaction } from '../ledger/readTransaction.ts'
import { airdrop } from '../seed/airdrop.ts'
import { encodeAccount } from './encodeAccount.ts'
import {
  addressSchema,
  commitmentSchema,
  configFields,
  configSchema,
  encodingSchema,
  parseParameters,
  slotSchema,
} from './parseParameters.ts'

const wireEncodingSchema = z.enum(['base58', 'base64']).nullish()
// About twice the maximum size of a transaction. Longer texts are refused without decoding.
const wireSchema = z.string().max(4_000, 'too large')

const sendConfigSchema = z
  .object({
    encoding: wireEncodingSchema,
    skipPreflight: z.boolean().nullish(),
    preflightCommitment: commitmentSchema,
    maxRetries: slotSchema.nullish(),
    minContextSlot: slotSchema.nullish(),
  })
  .nullish()

const simulateConfigSchema = z
  .object({
    ...configFields,
    encoding: wireEncodingSchema,
    sigVerify: z.boolean().nullish(),
    replaceRecentBlockhash: z.boolean().nullish(),
    innerInstructions: z.boolean().nullish(),
    accounts: z.object({ addresses: z.array(addressSchema).max(64), encoding: encodingSchema }).nullish(),
  })
  .nullish()

/** Returns the methods that send and simulate transactions, and the faucet. */
export function sendMethods(ledger: Ledger): JsonRpcMethods {
  const { clock } = ledger
  const mint = (address: string): Uint8Array | undefined => ledger.account(address)?.data
  const refuse = (outcome: Pick<Outcome, 'err' | 'logs' | 'computeUnits' | 'returnData'>): never => {
    throw new JsonRpcError(-32002, `Transaction simulation failed: ${errorSentence(outcome.err ?? '')}`, {
      accounts: null,
      err: outcome.err,
      innerInstructions: null,
      logs: outcome.logs,
      replacementBlockhash: null,
      returnData: outcome.returnData,
      unitsConsumed: outcome.computeUnits,
    })
  }
  const early = (err: string) => ({ err, logs: [], computeUnits: 0n, returnData: null })

  return {
    sendTransaction(params) {
      const [text, config] = parseParameters([wireSchema, sendConfigSchema], params)
      const read = decode(text, config?.encoding)
      const signature = read.signatures[0] as string
      if (!config?.skipPreflight) {
        if (ledger.transaction(signature)) refuse(early('AlreadyProcessed'))
        if (clock.lastValid(read.recentBlockhash) === undefined) refuse(early('BlockhashNotFound'))
        const outcome = ledger.simulate(read, { verifySignatures: true })
        if (outcome.err === 'SignatureFailure')
          throw new JsonRpcError(-32003, 'Transaction signature verification failure')
        if (outcome.err) refuse(outcome)
      }
      // Without preflight, a transaction that cannot be added is dropped silently, as on the public networks.
      ledger.send(read)
      return signature
    },
    simulateTransaction(params) {
      const [text, config] = parseParameters([wireSchema, simulateConfigSchema], params)
      const read = decode(text, config?.encoding)
      if (config?.sigVerify && config.replaceRecentBlockhash)
        throw new JsonRpcError(-32602, 'sigVerify may not be used with replaceRecentBlockhash')
      const context = { apiVersion: '3.0.0', slot: clock.slot() }
      const isKnown = config?.replaceRecentBlockhash || clock.lastValid(read.recentBlockhash) !== undefined
      const outcome = isKnown
        ? ledger.simulate(read, { verifySignatures: config?.sigVerify ?? false })
        : { ...early('BlockhashNotFound'), innerInstructions: [], accounts: new Map() }
      if (outcome.err === 'SignatureFailure')
        throw new JsonRpcError(-32003, 'Transaction signature verification failure')
      const slot = clock.slot()
      return {
        context,
        value: {
          err: outcome.err,
          logs: outcome.logs,
          unitsConsumed: outcome.computeUnits,
          returnData: outcome.returnData,
          innerInstructions: config?.innerInstructions ? outcome.innerInstructions : null,
          accounts:
            config?.accounts?.addresses.map((address) => {
              const account = outcome.accounts.get(address) ?? ledger.account(address)
              return account && !outcome.err
                ? encodeAccount(account, { encoding: config.accounts?.encoding ?? 'base64' }, { mint })
                : null
            }) ?? null,
          replacementBlockhash: config?.replaceRecentBlockhash
            ? { blockhash: clock.blockhash(slot), lastValidBlockHeight: clock.lastValidHeight(slot) }
            : null,
        },
      }
    },
    requestAirdrop(params) {
      const [address, lamports] = parseParameters([addressSchema, slotSchema, configSchema], params)
      const { signature, err } = airdrop({ ledger, to: address, lamports: BigInt(lamports) })
      if (err) throw new JsonRpcError(-32603, `The faucet cannot pay this: ${errorSentence(err)}`)
      return signature
    },
  }
}

function decode(text: string, encoding: 'base58' | 'base64' | null | undefined): WireTransaction {
  let wire: Uint8Array
  try {
    wire = encoding === 'base64' ? base64.decode(text) : base58.decode(text)
  } catch (error) {
    throw new JsonRpcError(-32602, `invalid ${encoding ?? 'base58'} encoding: ${(error as Error).message}`)
  }
  try {
    return readTransaction(wire)
  } catch (error) {
    throw new JsonRpcError(-32602, `failed to deserialize the transaction: ${(error as Error).message}`)
  }
}
