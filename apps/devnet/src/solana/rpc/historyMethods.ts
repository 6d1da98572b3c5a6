import { z } from 'zod'
import type { JsonRpcMethods } from '../../jsonRpc/answerJsonRpc.ts'
import { JsonRpcError } from '../../jsonRpc/JsonRpcError.ts'
import type { Ledger, LedgerTransaction } from '../ledger/createLedger.ts'
import type { Commitment } from '../ledger/createSlotClock.ts'
import { readMemo } from '../parse/readMemo.ts'
import { encodeTransaction } from './encodeTransaction.ts'
import {
  addressSchema,
  commitmentSchema,
  configFields,
  configSchema,
  parseParameters,
  signatureSchema,
  slotSchema,
} from './parseParameters.ts'

const transactionEncodingSchema = z.enum(['json', 'jsonParsed', 'base58', 'base64'])
const versionSchema = z.number().int().min(0).max(255).nullish()

// Old clients pass the encoding instead of an options object.
const transactionConfigSchema = z
  .union([
    transactionEncodingSchema.transform((encoding) => ({
      encoding,
      commitment: undefined,
      maxSupportedTransactionVersion: undefined,
    })),
    z.object({
      ...configFields,
      encoding: transactionEncodingSchema.nullish(),
      maxSupportedTransactionVersion: versionSchema,
    }),
  ])
  .nullish()

const blockConfigSchema = z
  .object({
    commitment: commitmentSchema,
    encoding: transactionEncodingSchema.nullish(),
    maxSupportedTransactionVersion: versionSchema,
    transactionDetails: z.enum(['full', 'accounts', 'signatures', 'none']).nullish(),
    rewards: z.boolean().nullish(),
  })
  .nullish()

const signaturesConfigSchema = z
  .object({
    ...configFields,
    limit: z.number().int().min(1).max(1_000).nullish(),
    before: signatureSchema.nullish(),
    until: signatureSchema.nullish(),
  })
  .nullish()

const maxBlocks = 500_000

/** Returns the methods that read transactions, signatures of an address, and blocks. */
export function historyMethods(ledger: Ledger): JsonRpcMethods {
  const { clock } = ledger
  const has = ({ slot }: LedgerTransaction, commitment: Commitment): boolean => slot <= clock.slot(commitment)
  const blockTime = (slot: number): number => clock.timeOf(slot)
  const refuseFuture = (slot: number, commitment: Commitment): void => {
    if (slot > clock.slot(commitment)) throw new JsonRpcError(-32004, `Block not available for slot ${slot}`)
  }

  return {
    getTransaction(params) {
      const [signature, config] = parseParameters([signatureSchema, transactionConfigSchema], params)
      const landed = ledger.transaction(signature)
      if (!landed || !has(landed, config?.commitment ?? 'finalized')) return null
      const { transaction, meta, version } = encodeTransaction(landed, {
        encoding: config?.encoding ?? 'json',
        maxSupportedTransactionVersion: config?.maxSupportedTransactionVersion ?? undefined,
      })
      return {
        blockTime: blockTime(landed.slot),
        meta,
        slot: landed.slot,
        transaction,
        transactionIndex: ledger.block(landed.slot).indexOf(landed),
        ...(version === undefined ? {} : { version }),
      }
    },
    getSignatureStatuses(params) {
      const [signatures] = parseParameters([z.array(signatureSchema).max(256), z.unknown()], params)
      const value = signatures.map((signature) => {
        const landed = ledger.transaction(signature)
        if (!landed) return null
        const finalized = has(landed, 'finalized')
        return {
          slot: landed.slot,
          confirmations: finalized ? null : clock.slot() - landed.slot,
          err: landed.err,
          status: landed.err ? { Err: landed.err } : { Ok: null },
          confirmationStatus: finalized ? 'finalized' : 'confirmed',
        }
      })
      return { context: { apiVersion: '3.0.0', slot: clock.slot() }, value }
    },
    getSignaturesForAddress(params) {
      const [address, config] = parseParameters([addressSchema, signaturesConfigSchema], params)
      const commitment = config?.commitment ?? 'finalized'
      const newestFirst = ledger.history(address).toReversed()
      const visible = newestFirst.filter((landed) => has(landed, commitment))
      // `before` may be a transaction of another address. If it is unknown, the result is empty.
      const before = config?.before ? ledger.transaction(config.before) : undefined
      if (config?.before && !before) return []
      const isOlder = (landed: LedgerTransaction): boolean =>
        !before ||
        landed.slot < before.slot ||
        (landed.slot === before.slot && indexInBlock(landed) < indexInBlock(before))
      const indexInBlock = (landed: LedgerTransaction): number => ledger.block(landed.slot).indexOf(landed)
      const older = visible.filter(isOlder)
      const until = config?.until ? older.findIndex(({ signature }) => signature === config.until) : -1
      return older
        .slice(0, until < 0 ? undefined : until)
        .slice(0, config?.limit ?? 1_000)
        .map((landed) => ({
          signature: landed.signature,
          slot: landed.slot,
          err: landed.err,
          memo: readMemo(landed),
          blockTime: blockTime(landed.slot),
          confirmationStatus: has(landed, 'finalized') ? 'finalized' : 'confirmed',
        }))
    },
    getBlock(params) {
      const [slot, config] = parseParameters([slotSchema, blockConfigSchema], params)
      refuseFuture(slot, config?.commitment ?? 'finalized')
      const details = config?.transactionDetails ?? 'full'
      const landed = ledger.block(slot)
      const encoding = config?.encoding ?? 'json'
      const maxSupportedTransactionVersion = config?.maxSupportedTransactionVersion ?? undefined
      return {
        blockHeight: slot,
        blockTime: blockTime(slot),
        blockhash: clock.blockhash(slot),
        parentSlot: Math.max(0, slot - 1),
        previousBlockhash: clock.blockhash(Math.max(0, slot - 1)),
        ...(config?.rewards === false ? {} : { rewards: [] }),
        ...(details === 'signatures' ? { signatures: landed.map(({ signature }) => signature) } : {}),
        ...(details === 'full' || details === 'accounts'
          ? {
              transactions: landed.map((one) => {
                if (details === 'full')
                  return encodeTransaction(one, { encoding, maxSupportedTransactionVersion })
                const { transaction, meta, version } = encodeTransaction(one, {
                  encoding: 'jsonParsed',
                  maxSupportedTransactionVersion,
                })
                const { message, signatures } = transaction as {
                  message: { accountKeys: object[] }
                  signatures: string[]
                }
                return {
                  meta,
                  transaction: { accountKeys: message.accountKeys, signatures },
                  ...(version === undefined ? {} : { version }),
                }
              }),
            }
          : {}),
      }
    },
    getBlocks(params) {
      const [from, to, config] = parseParameters(
        [slotSchema, z.union([slotSchema, configSchema]), configSchema],
        params,
      )
      const options = typeof to === 'number' ? config : to
      const newest = clock.slot(options?.commitment ?? 'finalized')
      const last = typeof to === 'number' ? Math.min(to, newest) : newest
      if (last - from > maxBlocks)
        throw new JsonRpcError(-32602, `Invalid param: slot range too large; max ${maxBlocks}`)
      return Array.from({ length: Math.max(0, last - from + 1) }, (_, index) => from + index)
    },
    getBlocksWithLimit(params) {
      const [from, limit, config] = parseParameters(
        [slotSchema, slotSchema.max(maxBlocks), configSchema],
        params,
      )
      const newest = clock.slot(config?.commitment ?? 'finalized')
      const count = Math.min(limit, Math.max(0, newest - from + 1))
      return Array.from({ length: count }, (_, index) => from + index)
    },
    getBlockTime(params) {
      const [slot] = parseParameters([slotSchema], params)
      refuseFuture(slot, 'confirmed')
      return blockTime(slot)
    },
  }
}
