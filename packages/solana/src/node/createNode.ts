import type { Endpoint } from '@portico/core'
import { RpcError, readProperty, rpcErrorCodes } from '@portico/protocol'
import { base64 } from '@scure/base'
import { createClient } from '../assets/createClient.ts'
import type { Commitment } from '../Commitment.ts'
import { base58Bytes } from '../parsing/bytes.ts'
import { readList } from '../parsing/readList.ts'
import { type AccountState, readAccount } from './readAccount.ts'

/** What sending and swapping ask a node. Each method throws an `RpcError` if the answer is malformed. */
export interface SolanaNode {
  /**
   * Returns the accounts in the order of their addresses; undefined for those that do not exist.
   *
   * @param dataSlice the part of their data to return; without it, all
   */
  getAccounts(
    addresses: readonly string[],
    dataSlice?: { offset: number; length: number },
  ): Promise<(AccountState | undefined)[]>
  /** As `getAccounts`, but without their data: the code of a program is long. */
  getOwners(addresses: readonly string[]): Promise<(AccountState | undefined)[]>
  /** Returns an owner's accounts of one token; none if the mint is not a token. */
  getTokenAccounts(owner: string, mint: string): Promise<{ address: string; account: AccountState }[]>
  /** Returns the lamports that an account of this size needs. */
  getRent(bytes: number): Promise<bigint>
  getBlockhash(): Promise<{ blockhash: string; lastValidBlockHeight: number }>
  getEpoch(): Promise<bigint>
  /** Returns what a message costs, in lamports. */
  getFee(message: Uint8Array): Promise<bigint>
  /**
   * Runs a transaction without checking its signatures.
   *
   * @param parameters.addresses accounts to return as they would be afterwards
   * @param parameters.isOtherSigned somebody else has signed already, so the blockhash must be a valid one; otherwise the newest is used
   */
  simulate(
    wire: Uint8Array,
    parameters?: { addresses?: readonly string[]; isOtherSigned?: boolean },
  ): Promise<{ isSuccess: boolean; accounts: (AccountState | undefined)[] }>
}

/** Asks the endpoints of a network, which may return anything. */
export function createNode({ commitment, ...endpoint }: Endpoint & { commitment: Commitment }): SolanaNode {
  const client = createClient(endpoint)

  async function ask<T>(
    method: string,
    params: readonly unknown[],
    read: (result: unknown) => T | undefined,
  ): Promise<T> {
    const value = read(await client.request({ method, params }))
    if (value !== undefined) return value
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: `The endpoint of ${endpoint.network.caipNetworkId} returned an invalid answer to ${method}.`,
    })
  }

  const getAccounts: SolanaNode['getAccounts'] = (addresses, dataSlice) =>
    ask('getMultipleAccounts', [addresses, { encoding: 'base64', commitment, dataSlice }], (result) =>
      toAccounts(readProperty(result, 'value'), addresses.length),
    )

  return {
    getAccounts,
    getOwners: (addresses) => getAccounts(addresses, { offset: 0, length: 0 }),
    async getTokenAccounts(owner, mint) {
      const params = [owner, { mint }, { encoding: 'base64', commitment }]
      return ask('getTokenAccountsByOwner', params, (result) =>
        readList(readProperty(result, 'value')).flatMap((entry) => {
          const [address, account] = [
            readProperty(entry, 'pubkey'),
            readAccount(readProperty(entry, 'account')),
          ]
          return base58Bytes(address, 32) && account ? [{ address: address as string, account }] : []
        }),
      )
    },
    getRent: (bytes) => ask('getMinimumBalanceForRentExemption', [bytes, { commitment }], toInteger),
    getBlockhash: () =>
      ask('getLatestBlockhash', [{ commitment }], (result) => {
        const value = readProperty(result, 'value')
        const [blockhash, height] = [
          readProperty(value, 'blockhash'),
          readProperty(value, 'lastValidBlockHeight'),
        ]
        if (!base58Bytes(blockhash, 32) || toInteger(height) === undefined) return undefined
        return { blockhash: blockhash as string, lastValidBlockHeight: height as number }
      }),
    getEpoch: () =>
      ask('getEpochInfo', [{ commitment }], (result) => toInteger(readProperty(result, 'epoch'))),
    getFee: (message) =>
      ask('getFeeForMessage', [base64.encode(message), { commitment }], (result) =>
        toInteger(readProperty(result, 'value')),
      ),
    simulate(wire, { addresses = [], isOtherSigned = false } = {}) {
      const config = {
        ...{ encoding: 'base64', commitment, sigVerify: false, replaceRecentBlockhash: !isOtherSigned },
        ...(addresses.length > 0 && { accounts: { encoding: 'base64', addresses } }),
      }
      return ask('simulateTransaction', [base64.encode(wire), config], (result) => {
        const value = readProperty(result, 'value')
        const error = readProperty(value, 'err')
        if (error === undefined) return undefined
        if (error !== null) return { isSuccess: false, accounts: addresses.map(() => undefined) }
        const after =
          addresses.length > 0 ? toAccounts(readProperty(value, 'accounts'), addresses.length) : []
        return after && { isSuccess: true, accounts: after }
      })
    },
  }
}

function toAccounts(value: unknown, length: number): (AccountState | undefined)[] | undefined {
  const entries = readList(value)
  const accounts = entries.map((entry) => (entry === null ? null : readAccount(entry)))
  if (entries.length !== length || accounts.includes(undefined)) return undefined
  return accounts.map((account) => account ?? undefined)
}

function toInteger(value: unknown): bigint | undefined {
  return Number.isInteger(value) && (value as number) >= 0 ? BigInt(value as number) : undefined
}
