import { z } from 'zod'
import type { JsonRpcMethods } from '../../jsonRpc/answerJsonRpc.ts'
import { JsonRpcError } from '../../jsonRpc/JsonRpcError.ts'
import type { Ledger, LedgerTransaction } from '../ledger/createLedger.ts'
import type { Commitment } from '../ledger/createSlotClock.ts'
import { writtenKeys } from '../ledger/writtenKeys.ts'
import { type AccountEncoding, encodeAccount } from '../rpc/encodeAccount.ts'
import {
  accountConfigSchema,
  addressSchema,
  configFields,
  configSchema,
  dataSliceSchema,
  encodingSchema,
  parseParameters,
  signatureSchema,
} from '../rpc/parseParameters.ts'
import { filterSchema, passesFilter } from '../rpc/passesFilter.ts'

/** Interval in milliseconds at which the slot clock is read while notifications are due. */
const pollIntervalMs = 100
const maxSubscriptions = 1_000

const logsFilterSchema = z.union([
  z.enum(['all', 'allWithVotes']),
  z.object({ mentions: z.array(addressSchema).length(1) }),
])
const signatureConfigSchema = z
  .object({ ...configFields, enableReceivedNotification: z.boolean().nullish() })
  .nullish()
const programConfigSchema = z
  .object({
    ...configFields,
    encoding: encodingSchema,
    dataSlice: dataSliceSchema,
    filters: z.array(filterSchema).max(4).nullish(),
  })
  .nullish()

interface Subscription {
  kind: string
  /** Queues a notification about a transaction that has just been executed. */
  onTransaction?: (landed: LedgerTransaction) => void
  onSlot?: (slot: number) => void
}

/**
 * Creates the subscriptions of one socket.
 *
 * A notification is queued with the slot at which it reaches its commitment, and sent once that slot has come.
 *
 * @param notify sends a notification; called only from `flush`, so that the response to a request is sent first
 */
export function createSubscriptions({
  ledger,
  notify,
}: {
  ledger: Ledger
  notify: (method: string, subscription: number, result: unknown) => void
}): { methods: JsonRpcMethods; flush(): void; close(): void } {
  const { clock } = ledger
  const subscriptions = new Map<number, Subscription>()
  let waiting: { id: number; due: number; result: unknown; last?: boolean | undefined }[] = []
  let nextId = 0
  let lastSlot = clock.slot()
  let timer: NodeJS.Timeout | undefined

  const mint = (address: string): Uint8Array | undefined => ledger.account(address)?.data
  const encode = (address: string, encoding: AccountEncoding) => {
    const account = ledger.account(address)
    if (account) return encodeAccount(account, encoding, { mint })
    // A closed account is reported as empty and owned by the system program, as by other nodes.
    const owner = '11111111111111111111111111111111'
    return encodeAccount(
      { address, owner, lamports: 0n, executable: false, data: new Uint8Array() },
      encoding,
      { mint },
    )
  }
  const inContext = (slot: number, value: unknown): object => ({ context: { slot }, value })

  const flush = (): void => {
    const slot = clock.slot()
    const due = waiting.filter((one) => one.due <= slot)
    waiting = waiting.filter((one) => one.due > slot)
    for (const { id, result, last } of due) {
      const subscription = subscriptions.get(id)
      if (!subscription) continue
      if (last) subscriptions.delete(id)
      notify(`${subscription.kind}Notification`, id, result)
    }
    if (slot > lastSlot) {
      lastSlot = slot
      for (const { onSlot } of subscriptions.values()) onSlot?.(slot)
      flush()
    }
    const isNeeded = waiting.length > 0 || [...subscriptions.values()].some(({ onSlot }) => onSlot)
    if (isNeeded) timer ??= setInterval(flush, pollIntervalMs)
    else {
      clearInterval(timer)
      timer = undefined
    }
  }
  const queue = (id: number, slot: number, commitment: Commitment, result: unknown, last?: boolean): void => {
    waiting.push({ id, due: clock.reaches(slot, commitment), result, last })
  }
  const stopListening = ledger.listen((landed) => {
    for (const { onTransaction } of [...subscriptions.values()]) {
      try {
        onTransaction?.(landed)
      } catch {
        // The account is too large for the requested encoding. Skip the notification; other subscriptions continue.
      }
    }
    // If the transaction was sent over this socket, its response must precede the notification.
    setImmediate(flush)
  })

  const subscribe = (kind: string, start: (id: number) => Omit<Subscription, 'kind'>): number => {
    if (subscriptions.size >= maxSubscriptions)
      throw new JsonRpcError(-32005, `A connection may have at most ${maxSubscriptions} subscriptions`)
    const id = ++nextId
    subscriptions.set(id, { kind, ...start(id) })
    return id
  }
  const unsubscribe = (params: unknown[]): boolean => {
    const [id] = parseParameters([z.number()], params)
    if (!subscriptions.delete(id)) throw new JsonRpcError(-32602, 'Invalid subscription id.')
    waiting = waiting.filter((one) => one.id !== id)
    return true
  }

  const methods: JsonRpcMethods = {
    accountSubscribe(params) {
      const [address, config] = parseParameters([addressSchema, accountConfigSchema], params)
      const commitment = config?.commitment ?? 'finalized'
      return subscribe('account', (id) => ({
        onTransaction: (landed) => {
          if (writtenKeys(landed).includes(address))
            queue(id, landed.slot, commitment, inContext(landed.slot, encode(address, config ?? {})))
        },
      }))
    },
    programSubscribe(params) {
      const [program, config] = parseParameters([addressSchema, programConfigSchema], params)
      const commitment = config?.commitment ?? 'finalized'
      return subscribe('program', (id) => ({
        onTransaction: (landed) => {
          for (const pubkey of writtenKeys(landed)) {
            const account = ledger.account(pubkey)
            if (account?.owner !== program) continue
            if (!(config?.filters ?? []).every((filter) => passesFilter(account, filter))) continue
            const value = { pubkey, account: encode(pubkey, config ?? {}) }
            queue(id, landed.slot, commitment, inContext(landed.slot, value))
          }
        },
      }))
    },
    logsSubscribe(params) {
      const [filter, config] = parseParameters([logsFilterSchema, configSchema], params)
      const commitment = config?.commitment ?? 'finalized'
      const mentioned = typeof filter === 'string' ? undefined : filter.mentions[0]
      return subscribe('logs', (id) => ({
        onTransaction: ({ slot, keys, signature, err, logs }) => {
          if (!mentioned || keys.includes(mentioned))
            queue(id, slot, commitment, inContext(slot, { signature, err, logs }))
        },
      }))
    },
    signatureSubscribe(params) {
      const [signature, config] = parseParameters([signatureSchema, signatureConfigSchema], params)
      const commitment = config?.commitment ?? 'finalized'
      return subscribe('signature', (id) => {
        const notifyStatus = ({ slot, err }: LedgerTransaction): void => {
          if (config?.enableReceivedNotification)
            queue(id, slot, 'processed', inContext(slot, 'receivedSignature'))
          queue(id, slot, commitment, inContext(slot, { err }), true)
        }
        const existing = ledger.transaction(signature)
        if (existing) notifyStatus(existing)
        return {
          onTransaction: (landed) => {
            if (landed.signature === signature && !existing) notifyStatus(landed)
          },
        }
      })
    },
    slotSubscribe: () =>
      subscribe('slot', (id) => ({
        onSlot: (slot) =>
          queue(id, slot, 'processed', { slot, parent: slot - 1, root: clock.slot('finalized') }),
      })),
    rootSubscribe: () =>
      subscribe('root', (id) => ({
        onSlot: (slot) => queue(id, slot, 'processed', clock.slot('finalized')),
      })),
    accountUnsubscribe: unsubscribe,
    programUnsubscribe: unsubscribe,
    logsUnsubscribe: unsubscribe,
    signatureUnsubscribe: unsubscribe,
    slotUnsubscribe: unsubscribe,
    rootUnsubscribe: unsubscribe,
    // Clients send pings to keep the connection open.
    ping: () => null,
  }
  return {
    methods,
    flush,
    close() {
      clearInterval(timer)
      stopListening()
      subscriptions.clear()
      waiting = []
    },
  }
}
