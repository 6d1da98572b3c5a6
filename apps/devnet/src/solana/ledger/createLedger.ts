import { base58, base64 } from '@scure/base'
import { type Address, type EncodedAccount, address as toAddress, lamports as toLamports } from '@solana/kit'
import { Clock, FailedTransactionMetadata, LiteSVM, type TransactionMetadata } from 'litesvm'
import type { Journal } from '../../files/openJournal.ts'
import { readLookupTable } from '../parse/readLookupTable.ts'
import { readTokenBalance, type TokenBalance } from '../parse/readTokenBalance.ts'
import type { SlotClock } from './createSlotClock.ts'
import { describeError, type TransactionError } from './describeError.ts'
import type { LedgerAccount } from './LedgerAccount.ts'
import { type CompiledInstruction, readTransaction, type WireTransaction } from './readTransaction.ts'

export interface InnerInstructions {
  /** Index of the instruction that called these. */
  index: number
  instructions: (CompiledInstruction & { stackHeight: number })[]
}

/** Result of executing a transaction, on the chain or in a simulation. */
export interface Outcome {
  err: TransactionError | null
  logs: string[]
  computeUnits: bigint
  innerInstructions: InnerInstructions[]
  returnData: { programId: string; data: [string, 'base64'] } | null
}

/** A transaction on the chain. */
export interface LedgerTransaction extends Outcome {
  read: WireTransaction
  signature: string
  slot: number
  fee: bigint
  /** All accounts: static ones, then writable and read-only ones from lookup tables. */
  keys: string[]
  loaded: { writable: string[]; readonly: string[] }
  preBalances: bigint[]
  postBalances: bigint[]
  preTokenBalances: TokenBalance[]
  postTokenBalances: TokenBalance[]
}

/** An entry of the journal. Replaying all entries in order restores the same accounts. */
export type LedgerEvent =
  | { slot: number; transaction: string }
  | { slot: number; account: { address: string; owner: string; lamports: string; data: string } }

export interface Ledger {
  clock: SlotClock
  account(address: string): LedgerAccount | undefined
  programAccounts(program: string): LedgerAccount[]
  rentExemption(bytes: number): bigint
  /** Executes a transaction and adds it to the chain. If it cannot pay its fee, only the error is returned. */
  send(read: WireTransaction): { landed?: LedgerTransaction; err: TransactionError | null }
  simulate(
    read: WireTransaction,
    options: { verifySignatures: boolean },
  ): Outcome & { accounts: ReadonlyMap<string, LedgerAccount> }
  /** Writes an account directly, without a transaction. */
  setAccount(account: { address: string; owner: string; lamports: bigint; data: Uint8Array }): void
  transaction(signature: string): LedgerTransaction | undefined
  /** Returns the transactions of an address, oldest first. */
  history(address: string): readonly LedgerTransaction[]
  /** Returns the transactions of a slot in execution order. */
  block(slot: number): readonly LedgerTransaction[]
  transactionCount(): number
  /** Calls the listener after each transaction. Returns a function that removes it. */
  listen(listener: (transaction: LedgerTransaction) => void): () => void
}

/** Number of slots in the SlotHashes sysvar; creating a lookup table needs one of them. */
const visibleSlots = 150
const slotsPerEpoch = 432_000

/** Creates the chain: litesvm executes transactions; this adds slots, order and history. */
export function createLedger({
  clock,
  journal,
}: {
  clock: SlotClock
  journal?: Journal<LedgerEvent> | undefined
}): Ledger {
  // Disabled because both are implemented here: litesvm knows only one blockhash, and its history would be a second copy.
  const svm = new LiteSVM().withNativeMints().withBlockhashCheck(false).withTransactionHistory(0n)
  const transactions = new Map<string, LedgerTransaction>()
  const byAddress = new Map<string, LedgerTransaction[]>()
  const bySlot = new Map<number, LedgerTransaction[]>()
  const listeners = new Set<(transaction: LedgerTransaction) => void>()
  let svmSlot = -1

  const account = (address: string): LedgerAccount | undefined => {
    const found = svm.getAccount(toAddress(address))
    return found.exists && found.lamports > 0n ? toAccount(found) : undefined
  }

  const setTime = (slot: number): void => {
    if (slot === svmSlot) return
    svmSlot = slot
    const epoch = Math.floor(slot / slotsPerEpoch)
    const epochStart = clock.timeOf(epoch * slotsPerEpoch)
    svm.setClock(
      new Clock(
        BigInt(slot),
        BigInt(epochStart),
        BigInt(epoch),
        BigInt(epoch + 1),
        BigInt(clock.timeOf(slot)),
      ),
    )
    const newest = Array.from({ length: Math.min(visibleSlots, slot + 1) }, (_, back) => slot - back)
    svm.setSlotHashes(
      newest.map((one) => ({ slot: BigInt(one), hash: clock.blockhash(one) })) as Parameters<
        typeof svm.setSlotHashes
      >[0],
    )
  }

  const loadKeys = ({ staticKeys, lookups }: WireTransaction): Pick<LedgerTransaction, 'keys' | 'loaded'> => {
    const loaded = { writable: [] as string[], readonly: [] as string[] }
    for (const { table, writable, readonly } of lookups) {
      const addresses = readLookupTable(account(table)?.data ?? new Uint8Array())
      const pick = (index: number): string => addresses[index] ?? '11111111111111111111111111111111'
      loaded.writable.push(...writable.map(pick))
      loaded.readonly.push(...readonly.map(pick))
    }
    return { keys: [...staticKeys, ...loaded.writable, ...loaded.readonly], loaded }
  }

  const readBalances = (keys: string[]): { lamports: bigint[]; tokens: TokenBalance[] } => {
    const accounts = keys.map(account)
    const mint = (address: string): Uint8Array | undefined => account(address)?.data
    return {
      lamports: accounts.map((one) => one?.lamports ?? 0n),
      tokens: accounts.flatMap((one, accountIndex) => {
        const balance = one && readTokenBalance({ account: one, mint })
        return balance ? [{ accountIndex, ...balance }] : []
      }),
    }
  }

  const run = (
    read: WireTransaction,
    slot: number,
  ): { landed?: LedgerTransaction; err: TransactionError | null } => {
    setTime(slot)
    const { keys, loaded } = loadKeys(read)
    const before = readBalances(keys)
    const outcome = describeOutcome(svm.sendTransaction(read.transaction))
    const after = readBalances(keys)
    const sum = (values: bigint[]): bigint => values.reduce((total, value) => total + value, 0n)
    const fee = sum(before.lamports) - sum(after.lamports)
    // A transaction without a valid signature or the means to pay its fee is not added to the chain.
    if (outcome.err && fee === 0n) return { err: outcome.err }
    const landed: LedgerTransaction = {
      ...outcome,
      read,
      signature: read.signatures[0] ?? '',
      slot,
      fee,
      keys,
      loaded,
      preBalances: before.lamports,
      postBalances: after.lamports,
      preTokenBalances: before.tokens,
      postTokenBalances: after.tokens,
    }
    transactions.set(landed.signature, landed)
    append(bySlot, slot, landed)
    for (const key of new Set(keys)) append(byAddress, key, landed)
    return { landed, err: outcome.err }
  }

  const put = ({ address, owner, lamports, data }: Parameters<Ledger['setAccount']>[0]): void =>
    svm.setAccount({
      address: toAddress(address),
      programAddress: toAddress(owner),
      lamports: toLamports(lamports),
      data,
      executable: false,
      space: BigInt(data.length),
    })

  for (const event of journal?.entries ?? []) {
    clock.atLeast(event.slot)
    if ('transaction' in event) run(readTransaction(base64.decode(event.transaction)), event.slot)
    else {
      const { address, owner, lamports, data } = event.account
      put({ address, owner, lamports: BigInt(lamports), data: base64.decode(data) })
    }
  }

  return {
    clock,
    account,
    programAccounts: (program) => svm.getProgramAccounts(toAddress(program)).map(toAccount),
    rentExemption: (bytes) => svm.minimumBalanceForRentExemption(BigInt(bytes)),
    send(read) {
      if (transactions.has(read.signatures[0] ?? '')) return { err: 'AlreadyProcessed' }
      if (clock.lastValid(read.recentBlockhash) === undefined) return { err: 'BlockhashNotFound' }
      const slot = clock.slot()
      const { landed, err } = run(read, slot)
      if (!landed) return { err }
      journal?.add({ slot, transaction: base64.encode(read.wire) })
      for (const listener of listeners) listener(landed)
      return { landed, err }
    },
    simulate(read, { verifySignatures }) {
      setTime(clock.slot())
      svm.withSigverify(verifySignatures)
      try {
        const result = svm.simulateTransaction(read.transaction)
        if (result instanceof FailedTransactionMetadata)
          return { ...describeOutcome(result), accounts: new Map() }
        const accounts = new Map(result.postAccounts().map((one) => [one.address as string, toAccount(one)]))
        return { ...describeOutcome(result.meta()), accounts }
      } finally {
        svm.withSigverify(true)
      }
    },
    setAccount(parameters) {
      put(parameters)
      const { address, owner, lamports, data } = parameters
      journal?.add({
        slot: clock.slot(),
        account: { address, owner, lamports: String(lamports), data: base64.encode(data) },
      })
    },
    transaction: (signature) => transactions.get(signature),
    history: (address) => byAddress.get(address) ?? [],
    block: (slot) => bySlot.get(slot) ?? [],
    transactionCount: () => transactions.size,
    listen(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

function describeOutcome(result: TransactionMetadata | FailedTransactionMetadata): Outcome {
  const failed = result instanceof FailedTransactionMetadata
  const meta = failed ? result.meta() : result
  const returned = meta.returnData()
  const data = returned.data()
  return {
    err: failed ? describeError(result) : null,
    logs: meta.logs(),
    computeUnits: meta.computeUnitsConsumed(),
    innerInstructions: meta.innerInstructions().flatMap((list, index) => {
      const instructions = list.map((one) => ({
        programIdIndex: one.instruction().programIdIndex(),
        accounts: [...one.instruction().accounts()],
        data: new Uint8Array(one.instruction().data()),
        stackHeight: one.stackHeight(),
      }))
      return instructions.length > 0 ? [{ index, instructions }] : []
    }),
    returnData:
      data.length > 0
        ? {
            programId: base58.encode(returned.programId()),
            data: [base64.encode(new Uint8Array(data)), 'base64'],
          }
        : null,
  }
}

function toAccount(account: EncodedAccount<string>): LedgerAccount {
  const { address, programAddress, lamports, executable, data } = account
  return {
    address: address as Address as string,
    owner: programAddress,
    lamports,
    executable,
    data: new Uint8Array(data),
  }
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
