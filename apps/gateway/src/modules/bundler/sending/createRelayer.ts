import { RpcError } from '@portico/protocol'
import type { Log } from '@portico/server'
import { type Hex, keccak256, parseTransaction, type TransactionSerializable } from 'viem'
import type { PrivateKeyAccount } from 'viem/accounts'
import type { Chain } from '../../../chains/shared/Chain.ts'
import { UpstreamsFailedError } from '../../../chains/shared/upstreams/UpstreamsFailedError.ts'
import type { RelayerRow } from '../createRelayerStore.ts'
import { entryPoint } from '../node/entryPoint.ts'
import { readOperationEvents } from '../node/operationEvents.ts'
import { handleOpsData, transactionGasOf } from '../operation/gas.ts'
import { toRpcUserOperation } from '../operation/toRpcUserOperation.ts'
import type { UserOperation } from '../operation/UserOperation.ts'
import type { OperationStore, SendRefusal } from '../store.ts'
import type { Reach } from './Reach.ts'

/** Sends operations to the EntryPoint, one per transaction. */
export type Relayer = {
  address: Hex
  /**
   * Stores the transaction of an operation, and broadcasts it. A transaction that no node takes is sent again by `maintain`.
   *
   * @returns why it is not sent; false if the operation is not to be sent any more.
   */
  send(query: { operation: UserOperation; hash: Hex }): Promise<boolean | SendRefusal>
  /**
   * Sends transactions again that no block contains, with higher fees from time to time, and finds those that were lost.
   *
   * @param isThorough also looks at those that were included, in case the chain was reorganised.
   */
  maintain(query: { isThorough: boolean }): Promise<void>
}

/** Milliseconds after which the same bytes are sent again, and after which fees are raised. */
const againMs = 5000
const raiseMs = 20_000
/** How often fees are raised, by a quarter each time: to three times as much in the end. */
const maxRaises = 5
/** What a transfer costs on Ethereum. */
const transferGas = 21_000n
/** Milliseconds that a node may need to find the transaction with a nonce that is used. */
const receiptMs = 60_000

/** Creates the relayer of one network. */
export function createRelayer({
  chain,
  account,
  store,
  reach,
  log,
  now,
}: {
  chain: Chain
  account: PrivateKeyAccount
  store: OperationStore
  reach: Reach
  log: Log
  now: () => number
}): Relayer {
  const address = account.address.toLowerCase() as Hex
  const chainId = Number(chain.reference)
  /** When this process last broadcast a transaction, by its hash. */
  const broadcastAt = new Map<string, number>()

  async function sign(transaction: TransactionSerializable): Promise<{ raw: Hex; hash: Hex }> {
    const raw = await account.signTransaction(transaction)
    return { raw, hash: keccak256(raw) }
  }

  async function broadcast({ raw, hash }: { raw: string; hash: string }): Promise<void> {
    broadcastAt.set(hash, now())
    try {
      await chain.request({ method: 'eth_sendRawTransaction', params: [raw] })
    } catch (error) {
      // It may have been broadcast nevertheless: only its nonce tells.
      if (error instanceof RpcError && /\bknown|already|nonce too low/i.test(error.message)) return
      log.warn({ chain: chain.id, error }, 'a transaction of the relayer could not be broadcast')
    }
  }

  const readUsed = async () =>
    Number(
      BigInt(`${await chain.request({ method: 'eth_getTransactionCount', params: [address, 'latest'] })}`),
    )

  async function readBaseFee(): Promise<bigint> {
    const block = await chain.request({ method: 'eth_getBlockByNumber', params: ['latest', false] })
    return BigInt(`${(block as { baseFeePerGas?: unknown } | null)?.baseFeePerGas ?? 0}`)
  }

  /** Returns the gas of a transaction that does nothing. Arbitrum charges for its data as gas, too. */
  async function readIdleGas(): Promise<bigint> {
    const params = [{ from: address, to: address }]
    const [gas] = await chain.requestMany([{ method: 'eth_estimateGas', params }])
    const needed = typeof gas === 'string' && /^0x[0-9a-f]{1,8}$/i.test(gas) ? (BigInt(gas) * 5n) / 4n : 0n
    return needed > transferGas ? needed : transferGas
  }

  /** Returns a transaction that takes the place of another one. */
  function toDearer(
    raw: string,
    baseFee: bigint,
    instead?: { to: Hex; gas: bigint },
  ): TransactionSerializable {
    // Without the old signature, which would become part of what is signed.
    const {
      r,
      s,
      v,
      yParity,
      maxFeePerGas = 0n,
      maxPriorityFeePerGas = 0n,
      ...rest
    } = parseTransaction(raw as Hex) as TransactionSerializable & {
      r?: Hex
      s?: Hex
      v?: bigint
      yParity?: number
    }
    const raise = (fee: bigint) => (fee * 5n) / 4n + 1n
    const tip = raise(maxPriorityFeePerGas)
    let fee = raise(maxFeePerGas)
    if (fee < baseFee + tip) fee = baseFee + tip
    const fees = { maxPriorityFeePerGas: tip, maxFeePerGas: fee }
    if (!instead) return { ...rest, ...fees } as TransactionSerializable
    return { type: 'eip1559', chainId, nonce: rest.nonce ?? 0, ...instead, value: 0n, ...fees }
  }

  /** Sends the newest transaction with a nonce again, or one in its place. */
  async function push(rows: readonly RelayerRow[]): Promise<void> {
    const newest = rows.at(-1) as RelayerRow
    const operation = newest.operation === null ? undefined : await store.find(newest.operation)
    const isVoid = newest.operation !== null && operation?.state !== 'sent'
    const isSlow = now() - newest.created_at >= raiseMs && rows.length <= maxRaises
    if (isVoid || isSlow) {
      // The paymaster would refuse it by now, at the relayer's cost; but the nonces after it need this one to be used.
      const instead =
        isVoid || newest.operation === null ? { to: address, gas: await readIdleGas() } : undefined
      const signed = await sign(toDearer(newest.raw, await readBaseFee(), instead))
      await reach('raise')
      const replaced = await store.replace({
        replaced: newest,
        signed,
        operation: isVoid ? null : newest.operation,
        now: now(),
      })
      if (replaced) await broadcast(signed)
      return
    }
    if (now() - (broadcastAt.get(newest.hash) ?? 0) >= againMs) await broadcast(newest)
  }

  /** Finds out which of the transactions with a nonce was included, and whether it did what it was for. */
  async function finish(rows: readonly RelayerRow[]): Promise<void> {
    const receipts = await chain.requestMany(
      rows.map(({ hash }) => ({ method: 'eth_getTransactionReceipt', params: [hash] })),
    )
    const index = receipts.findIndex((one) => one !== null && !(one instanceof RpcError))
    const row = rows[index]
    const newest = rows.at(-1) as RelayerRow
    if (!row) {
      // Another program uses the same account, or the node is behind.
      if (now() - newest.created_at < receiptMs) return
      await store.finish({ row: newest, isDone: true, now: now() })
      return
    }
    const { logs, gasUsed, effectiveGasPrice, l1Fee } = receipts[index] as Record<string, unknown>
    const isLost = row.operation !== null && readOperationEvents(logs).length === 0
    // Rollups whose gas does not contain what the data cost name it beside.
    const dataFee = typeof l1Fee === 'string' ? BigInt(l1Fee) : 0n
    const cost = isLost ? BigInt(`${gasUsed}`) * BigInt(`${effectiveGasPrice}`) + dataFee : 0n
    await store.finish({
      row,
      isDone: true,
      ...(isLost ? { lost: { hash: row.hash, cost } } : {}),
      now: now(),
    })
    for (const { hash } of rows) broadcastAt.delete(hash)
  }

  async function follow(rows: readonly RelayerRow[], used: number): Promise<void> {
    const [row] = rows as [RelayerRow]
    if (row.nonce < used) {
      if (row.done_at === null) await finish(rows)
      return
    }
    // The block with it is not part of the chain any more.
    if (row.done_at !== null) await store.finish({ row, isDone: false, now: now() })
    await push(rows)
  }

  return {
    address,

    async send({ operation, hash }) {
      const used = await readUsed()
      const { authorization } = operation
      const data = handleOpsData(operation, address)
      const write = async (nonce: number) => {
        const signed = await sign({
          chainId,
          nonce,
          to: entryPoint.address,
          data,
          gas: transactionGasOf(operation, data),
          maxFeePerGas: operation.maxFeePerGas,
          maxPriorityFeePerGas: operation.maxPriorityFeePerGas,
          ...(authorization
            ? {
                type: 'eip7702',
                authorizationList: [
                  {
                    ...authorization,
                    chainId: Number(authorization.chainId),
                    nonce: Number(authorization.nonce),
                  },
                ],
              }
            : { type: 'eip1559' }),
        })
        await reach('signed')
        return signed
      }
      const signed = await store.send({
        chain: chain.id,
        hash,
        userOperation: JSON.stringify(toRpcUserOperation(operation)),
        relayer: { address, used, write },
        now: now(),
      })
      await reach('stored')
      if (!signed || typeof signed === 'string') return signed ?? false
      await broadcast(signed)
      await reach('broadcast')
      return true
    },

    async maintain({ isThorough }) {
      const all = await store.listTransactions({ chain: chain.id, relayer: address, isThorough, now: now() })
      if (all.length === 0) return
      const used = await readUsed()
      for (const nonce of new Set(all.map((row) => row.nonce))) {
        const rows = all.filter((row) => row.nonce === nonce)
        // One that fails must not hold up the others.
        await follow(rows, used).catch((error) => {
          if (error instanceof UpstreamsFailedError) throw error
          log.error({ chain: chain.id, error }, 'a transaction of the relayer could not be followed')
        })
      }
    },
  }
}
