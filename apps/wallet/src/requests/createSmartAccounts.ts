import { RpcError, rpcErrorCodes } from '@portico/protocol'
import type { FrameResult } from '@portico/protocol/frame'
import type { AskContext } from './Ask.ts'
import { bestEffort } from './bestEffort.ts'
import { readDelegation } from './readDelegation.ts'

/** The type of the account. As an `eoa` it has no capabilities and executes no batches; its address is the same. */
export type AccountType = 'eoa' | 'smartAccount'

/** Whether smart-account features are on; `foreign` if the account has the code of another wallet, `unknown` if it cannot be read in time. */
type SmartAccountState = FrameResult<'GET_SMART_ACCOUNTS'>['networks'][number]['state']

/** The account on a network, as far as it can be read in time. */
export type AccountOnNetwork = {
  /** The type that is used first. Undefined if the networks with smart accounts cannot be read. */
  types: [AccountType, ...AccountType[]] | undefined
  isDeployed: boolean | undefined
}

/** The smart account of the visitor, as this page sees it. */
export type SmartAccounts = {
  /** Returns the type that the visitor has set for this page, or what the page prefers. Networks without smart accounts have `eoa` anyway. */
  type(): Promise<AccountType>
  /** Sets what the page prefers. It is used until a type is set. */
  preferType(type: AccountType): void
  /** Stores the type for the user and this page. */
  setType(type: AccountType): Promise<void>
  /** Returns the networks with smart accounts, as CAIP-2 chain IDs. @throws {RpcError} if they cannot be read in time */
  networks(): Promise<ReadonlySet<string>>
  /** Returns the state on each network with smart accounts. @throws {RpcError} if the networks cannot be read in time */
  states(): Promise<FrameResult<'GET_SMART_ACCOUNTS'>['networks']>
  /** Returns the account on a network. Takes at most three seconds, and never fails. */
  read(chainId: string): Promise<AccountOnNetwork>
}

/** Milliseconds. A host page waits for ten seconds. */
const timeoutMs = { networks: 3000, states: 5000, read: 1500 }

/** Creates what a page can ask of the visitor's smart account. All of it is read; nothing is asked or sent. */
export function createSmartAccounts({
  session: { address, origin },
  store,
  rpc,
  batchNetworks,
}: Pick<AskContext, 'session' | 'store' | 'rpc' | 'batchNetworks'>): SmartAccounts {
  const key = `account type ${address.toLowerCase()} ${origin}`
  let preferred: AccountType = 'smartAccount'

  async function type(): Promise<AccountType> {
    return toAccountType(await store.read(key)) ?? preferred
  }

  async function networks(): Promise<ReadonlySet<string>> {
    const read = await bestEffort(batchNetworks(), timeoutMs.networks)
    if (read) return read
    throw new RpcError({
      rpcCode: rpcErrorCodes.internalError,
      message: 'The networks with smart accounts cannot be read now.',
    })
  }

  async function readState(chainId: string, limit: number): Promise<SmartAccountState> {
    const delegation = await bestEffort(readDelegation({ rpc, chainId, address }), limit)
    return delegation === undefined ? 'unknown' : states[delegation]
  }

  return {
    type,
    preferType(next) {
      preferred = next
    },
    setType: (next) => store.write(key, next),
    networks,
    states: async () =>
      Promise.all(
        [...(await networks())].slice(0, 1000).map(async (chainId) => ({
          chainId: Number(chainId.slice('eip155:'.length)),
          state: await readState(chainId, timeoutMs.states),
        })),
      ),
    async read(chainId) {
      const eoa = { types: ['eoa'], isDeployed: undefined } satisfies AccountOnNetwork
      const read = await bestEffort(batchNetworks(), timeoutMs.read)
      if (!read) return { types: undefined, isDeployed: undefined }
      if (!read.has(chainId)) return eoa
      const state = await readState(chainId, timeoutMs.read)
      if (state === 'foreign') return { ...eoa, isDeployed: false }
      const isDeployed = state === 'unknown' ? undefined : state === 'on'
      const types: AccountOnNetwork['types'] =
        (await type()) === 'eoa' ? ['eoa', 'smartAccount'] : ['smartAccount', 'eoa']
      return { types, isDeployed }
    },
  }
}

const states = { none: 'off', own: 'on', foreign: 'foreign' } as const

/** Reads a type in one of its two spellings; undefined for anything else. */
export function toAccountType(value: unknown): AccountType | undefined {
  if (value === 'smart_account') return 'smartAccount'
  return value === 'eoa' || value === 'smartAccount' ? value : undefined
}
