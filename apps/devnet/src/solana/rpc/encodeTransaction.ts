import { base58, base64 } from '@scure/base'
import { JsonRpcError } from '../../jsonRpc/JsonRpcError.ts'
import type { LedgerTransaction } from '../ledger/createLedger.ts'
import { isWritable } from '../ledger/isWritable.ts'
import type { CompiledInstruction } from '../ledger/readTransaction.ts'
import { parseInstruction } from '../parse/parseInstruction.ts'

export interface TransactionEncoding {
  encoding: 'json' | 'jsonParsed' | 'base58' | 'base64'
  maxSupportedTransactionVersion: number | undefined
}

/**
 * Encodes a transaction and its meta for a JSON-RPC response.
 *
 * @throws {JsonRpcError} -32015 if the transaction is versioned and the request does not allow that
 */
export function encodeTransaction(
  landed: LedgerTransaction,
  { encoding, maxSupportedTransactionVersion }: TransactionEncoding,
): { transaction: unknown; meta: object; version?: 'legacy' | 0 } {
  const { version } = landed.read
  if (version !== 'legacy' && maxSupportedTransactionVersion === undefined)
    throw new JsonRpcError(
      -32015,
      `Transaction version (${version}) is not supported by the requesting client. Please try the request again with the following configuration parameter: "maxSupportedTransactionVersion": ${version}`,
    )
  return {
    transaction: encodeBody(landed, encoding),
    meta: encodeMeta(landed, encoding),
    ...(maxSupportedTransactionVersion === undefined ? {} : { version }),
  }
}

function encodeBody(landed: LedgerTransaction, encoding: TransactionEncoding['encoding']): unknown {
  const { read, keys } = landed
  if (encoding === 'base64') return [base64.encode(read.wire), 'base64']
  if (encoding === 'base58') return [base58.encode(read.wire), 'base58']
  const lookups =
    read.version === 'legacy'
      ? {}
      : {
          addressTableLookups: read.lookups.map(({ table, writable, readonly }) => ({
            accountKey: table,
            writableIndexes: writable,
            readonlyIndexes: readonly,
          })),
        }
  const message =
    encoding === 'json'
      ? {
          accountKeys: read.staticKeys,
          header: read.header,
          instructions: read.instructions.map(plain(1)),
          recentBlockhash: read.recentBlockhash,
          ...lookups,
        }
      : {
          accountKeys: keys.map((pubkey, index) => ({
            pubkey,
            signer: index < read.header.numRequiredSignatures,
            source: index < read.staticKeys.length ? 'transaction' : 'lookupTable',
            writable:
              index < read.staticKeys.length
                ? isWritable(read, index)
                : index < read.staticKeys.length + landed.loaded.writable.length,
          })),
          instructions: read.instructions.map((one) => parsed(keys, { ...one, stackHeight: 1 })),
          recentBlockhash: read.recentBlockhash,
          ...lookups,
        }
  return { message, signatures: read.signatures }
}

function encodeMeta(landed: LedgerTransaction, encoding: TransactionEncoding['encoding']): object {
  const { keys, innerInstructions } = landed
  return {
    err: landed.err,
    status: landed.err ? { Err: landed.err } : { Ok: null },
    fee: landed.fee,
    preBalances: landed.preBalances,
    postBalances: landed.postBalances,
    preTokenBalances: landed.preTokenBalances,
    postTokenBalances: landed.postTokenBalances,
    innerInstructions: innerInstructions.map(({ index, instructions }) => ({
      index,
      instructions: instructions.map((one) =>
        encoding === 'jsonParsed' ? parsed(keys, one) : plain(one.stackHeight)(one),
      ),
    })),
    logMessages: landed.logs,
    rewards: [],
    // With jsonParsed they are among the account keys.
    ...(encoding === 'jsonParsed' ? {} : { loadedAddresses: landed.loaded }),
    ...(landed.returnData ? { returnData: landed.returnData } : {}),
    computeUnitsConsumed: landed.computeUnits,
  }
}

const plain =
  (stackHeight: number) =>
  ({ programIdIndex, accounts, data }: CompiledInstruction): object => ({
    programIdIndex,
    accounts,
    data: base58.encode(data),
    stackHeight,
  })

function parsed(
  keys: string[],
  { programIdIndex, accounts, data, stackHeight }: CompiledInstruction & { stackHeight: number },
): object {
  const programId = keys[programIdIndex] ?? ''
  const names = accounts.map((index) => keys[index] ?? '')
  const parsedInstruction = parseInstruction({ programId, accounts: names, data })
  return { ...(parsedInstruction ?? { programId, accounts: names, data: base58.encode(data) }), stackHeight }
}
