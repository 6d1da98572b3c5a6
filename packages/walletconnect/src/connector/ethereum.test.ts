import { defineChain } from '@portico/core'
import { RpcError } from '@portico/protocol'
import { describe, expect, test } from 'vitest'
import { toWalletError } from '../session/toWalletError.ts'
import type { NamespaceSession } from './createNamespaceSession.ts'
import { ethereumHandlers, switchEthereum } from './ethereum.ts'

const network = defineChain({
  id: 31339,
  name: 'Three',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: ['http://localhost:1'] } },
})

/** A session with a wallet that responds to these methods with errors, and to others with success. */
function sessionOf(errors: Record<string, { code: number; message?: string; data?: unknown }>) {
  const methods: string[] = []
  const session = {
    approved: () => ({
      accounts: [],
      chains: ['eip155:1'],
      methods: ['wallet_switchEthereumChain', 'wallet_addEthereumChain'],
      events: [],
    }),
    async request(method: string) {
      methods.push(method)
      const { code, message, data } = errors[method] ?? {}
      if (code !== undefined)
        throw toWalletError(method, new RpcError({ rpcCode: code, details: message, data }))
    },
    waitForChain: async () => true,
    setChain() {},
  } as unknown as NamespaceSession
  return { session, methods }
}

describe('switchEthereum', () => {
  test.each([
    [{ code: 4902 }],
    [{ code: 5000 }],
    [{ code: 5000, message: 'User rejected.' }],
    [{ code: 32603 }],
    [{ code: -32603 }],
    [{ code: -32000, data: { originalError: { code: 4902 } } }],
  ])('behavior: asks the wallet to add the network after %j', async (error) => {
    const { session, methods } = sessionOf({ wallet_switchEthereumChain: error })
    await switchEthereum(session, network)
    expect(methods).toEqual(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])
  })

  test.each([
    [{ code: 4001 }, 4001],
    [{ code: -32602 }, -32602],
  ])('error: %j adds nothing', async (error, rpcCode) => {
    const { session, methods } = sessionOf({ wallet_switchEthereumChain: error })
    await expect(switchEthereum(session, network)).rejects.toMatchObject({ rpcCode })
    expect(methods).toEqual(['wallet_switchEthereumChain'])
  })

  test.each([
    [5000, 5000],
    [4001, 4001],
    [4902, 4902],
  ])('error: %i after the request to add is reported as %i', async (code, rpcCode) => {
    const { session } = sessionOf({
      wallet_switchEthereumChain: { code: 4902 },
      wallet_addEthereumChain: { code },
    })
    await expect(switchEthereum(session, network)).rejects.toMatchObject({ rpcCode })
  })
})

describe('wallet_getCapabilities', () => {
  const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
  const asked = async (changes: Partial<NamespaceSession>) => {
    const { session, methods } = sessionOf({})
    Object.assign(session, { addresses: () => [account], properties: () => ({}), ...changes })
    const answer = await ethereumHandlers(session).wallet_getCapabilities?.([account, ['0x1']])
    return { answer, methods }
  }
  const approved = () => ({ accounts: [], chains: [], methods: ['wallet_getCapabilities'], events: [] })

  test('behavior: what the wallet named with the session is not asked for again', async () => {
    const scopedProperties = { 'eip155:1': { atomic: { status: 'supported' } } }
    expect(await asked({ properties: () => ({ scopedProperties }), approved })).toEqual({
      answer: { '0x1': { atomic: { status: 'supported' } } },
      methods: [],
    })
  })

  test('behavior: otherwise the wallet is asked, if it approved the method', async () => {
    expect((await asked({ approved })).methods).toEqual(['wallet_getCapabilities'])
    await expect(asked({})).rejects.toMatchObject({ rpcCode: 4200 })
    await expect(asked({ addresses: () => [] })).rejects.toMatchObject({ rpcCode: 4900 })
  })
})
