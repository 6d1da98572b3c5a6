import { base64 } from '@scure/base'
import { z } from 'zod'
import type { JsonRpcMethods } from '../../jsonRpc/answerJsonRpc.ts'
import { JsonRpcError } from '../../jsonRpc/JsonRpcError.ts'
import type { Ledger } from '../ledger/createLedger.ts'
import { feeOf } from '../ledger/feeOf.ts'
import { readMessage } from '../ledger/readTransaction.ts'
import { localSolana } from '../localSolana.ts'
import { addressSchema, configSchema, parseParameters } from './parseParameters.ts'

const slotsPerEpoch = 432_000

/** Returns the methods about the node, slots and fees. `devnet_skipSlots` is of this node only. */
export function clusterMethods(ledger: Ledger): JsonRpcMethods {
  const { clock } = ledger
  const slotOf = (params: unknown[]): number => {
    const [config] = parseParameters([configSchema], params)
    const slot = clock.slot(config?.commitment ?? 'finalized')
    if (config?.minContextSlot && config.minContextSlot > slot)
      throw new JsonRpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: slot })
    return slot
  }
  const context = (): object => ({ apiVersion: '3.0.0', slot: clock.slot() })

  return {
    getHealth: () => 'ok',
    // A version number that clients can compare, with the name of the engine.
    getVersion: () => ({ 'solana-core': '3.0.0-litesvm', 'feature-set': 0 }),
    getGenesisHash: () => clock.blockhash(0),
    getIdentity: () => ({ identity: localSolana.accounts[2].address }),
    getSlot: slotOf,
    // Transactions that are not in a block yet expire after 150.
    devnet_skipSlots(params) {
      const [slots] = parseParameters([z.int().min(1).max(slotsPerEpoch)], params)
      clock.skip(slots)
      return clock.slot()
    },
    // Every slot has a block (see createSlotClock).
    getBlockHeight: slotOf,
    getFirstAvailableBlock: () => 0,
    minimumLedgerSlot: () => 0,
    getTransactionCount: () => ledger.transactionCount(),
    getEpochInfo(params) {
      const slot = slotOf(params)
      return {
        absoluteSlot: slot,
        blockHeight: slot,
        epoch: Math.floor(slot / slotsPerEpoch),
        slotIndex: slot % slotsPerEpoch,
        slotsInEpoch: slotsPerEpoch,
        transactionCount: ledger.transactionCount(),
      }
    },
    getEpochSchedule: () => ({
      slotsPerEpoch,
      leaderScheduleSlotOffset: slotsPerEpoch,
      warmup: false,
      firstNormalEpoch: 0,
      firstNormalSlot: 0,
    }),
    getLatestBlockhash(params) {
      const slot = slotOf(params)
      const value = { blockhash: clock.blockhash(slot), lastValidBlockHeight: clock.lastValidHeight(slot) }
      return { context: context(), value }
    },
    isBlockhashValid(params) {
      const [blockhash] = parseParameters([addressSchema, configSchema], params)
      return { context: context(), value: clock.lastValid(blockhash) !== undefined }
    },
    getFeeForMessage(params) {
      const [text] = parseParameters([z.string().max(4_000), configSchema], params)
      let message: ReturnType<typeof readMessage>
      try {
        message = readMessage(base64.decode(text))
      } catch (error) {
        throw new JsonRpcError(-32602, `Invalid param: not a message: ${(error as Error).message}`)
      }
      const isValid = clock.lastValid(message.recentBlockhash) !== undefined
      return { context: context(), value: isValid ? feeOf(message) : null }
    },
    getRecentPrioritizationFees(params) {
      parseParameters([z.array(addressSchema).max(128).nullish()], params)
      const slot = clock.slot()
      // Blocks are never full here, so no priority fee is needed.
      return Array.from({ length: Math.min(150, slot) }, (_, index) => ({
        slot: slot - Math.min(150, slot) + 1 + index,
        prioritizationFee: 0,
      }))
    },
  }
}
