import { RpcError, rpcErrorCodes } from '@portico/protocol'
import { type AccountType, toAccountType } from '../session/AccountType.ts'
import type { AccountOnNetwork, SmartAccountState, SmartAccounts } from '../session/SmartAccounts.ts'
import type { AskContext } from './Ask.ts'
import { bestEffort } from './bestEffort.ts'
import { readDelegation } from './readDelegation.ts'

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
    if (read) return new Set(read.keys())
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
