import { type Address, type Hex, isAddress, stringToHex, verifyMessage, verifyTypedData } from 'viem'
import type { Eip1193Provider } from '../evm/eip1193.ts'
import { toChainIdHex } from '../evm/evmChain.ts'

/** A new, unconnected wallet to test. Wallets of `createEvmWallet` have this shape. */
export type WalletUnderTest = {
  provider: Eip1193Provider
  /** Makes the user approve or reject all further requests. */
  setPolicy(policy: 'approve' | 'reject'): void
  /** The wallet's chains: at least two, including the active one. */
  chainIds: readonly number[]
  /** Called after each test. */
  remove?(): void
}

/** The functions of a test runner. Those of Vitest, Jest and Playwright fit. */
export type TestRunner = {
  describe(name: string, body: () => void): unknown
  test(name: string, body: () => Promise<void>): unknown
  expect(value: unknown): { toBe(expected: unknown): unknown; toEqual(expected: unknown): unknown }
}

/**
 * Registers a contract test suite for Ethereum wallets: EIP-1193 requests, errors and events, valid signatures, EIP-3326
 * switching. For externally owned accounts.
 *
 * @param createWallet creates a new wallet for each test.
 * @example
 * import { createEvmWallet, testEip1193Wallet } from '@portico/testkit'
 * import { describe, expect, test } from 'vitest'
 *
 * const chains = [{ chainId: 31337 }, { chainId: 31338 }] as const
 * testEip1193Wallet('Dev Wallet', () => createEvmWallet({ chains }), { describe, expect, test })
 */
export function testEip1193Wallet(
  name: string,
  createWallet: () => WalletUnderTest | Promise<WalletUnderTest>,
  { describe, test, expect }: TestRunner,
): void {
  function check(title: string, body: (wallet: WalletUnderTest) => Promise<void>) {
    test(title, async () => {
      const wallet = await createWallet()
      try {
        await body(wallet)
      } finally {
        wallet.remove?.()
      }
    })
  }

  async function connect({ provider }: WalletUnderTest): Promise<Address> {
    const accounts = await provider.request({ method: 'eth_requestAccounts' })
    expect(Array.isArray(accounts) && accounts.length > 0 && accounts.every(isPlainAddress)).toBe(true)
    return (accounts as [Address])[0]
  }

  async function expectCode(codes: readonly number[], request: Promise<unknown>) {
    const error = await request.then(
      () => 'a result, not an error',
      (thrown: unknown) => thrown,
    )
    expect(error instanceof Error && error.message !== '').toBe(true)
    const { code } = error as { code?: number }
    expect(codes.includes(code as number) ? codes : code).toEqual(codes)
  }

  describe(`EIP-1193 wallet: ${name}`, () => {
    check('behavior: request returns a promise', async ({ provider }) => {
      const result = provider.request({ method: 'eth_chainId' })
      expect(result instanceof Promise).toBe(true)
      await result
    })

    check('behavior: eth_chainId is a known chain, in hex', async ({ provider, chainIds }) => {
      const chainId = await provider.request({ method: 'eth_chainId' })
      expect(chainIds.map(toChainIdHex).includes(chainId as Hex)).toBe(true)
    })

    check('behavior: shows no account before connecting', async ({ provider }) => {
      expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
    })

    check('behavior: connects, and then shows the accounts without consent', async (wallet) => {
      const { provider } = wallet
      await connect(wallet)
      const shown = await provider.request({ method: 'eth_accounts' })
      wallet.setPolicy('reject')
      expect(await provider.request({ method: 'eth_requestAccounts' })).toEqual(shown)
    })

    check('behavior: accountsChanged on connecting', async (wallet) => {
      const events: unknown[] = []
      wallet.provider.on('accountsChanged', (accounts) => events.push(accounts))
      await connect(wallet)
      expect(events).toEqual([await wallet.provider.request({ method: 'eth_accounts' })])
    })

    check('behavior: personal_sign returns a valid signature of the account', async (wallet) => {
      const address = await connect(wallet)
      const message = 'Sign in to example.com'
      const params = [stringToHex(message), address]
      const signature = (await wallet.provider.request({ method: 'personal_sign', params })) as Hex
      expect(await verifyMessage({ address, message, signature })).toBe(true)
    })

    check('behavior: eth_signTypedData_v4 returns a valid signature of the account', async (wallet) => {
      const address = await connect(wallet)
      const chainId = Number(await wallet.provider.request({ method: 'eth_chainId' }))
      const data = { ...order, domain: { ...order.domain, chainId } }
      const params = [address, JSON.stringify(data)]
      const signature = (await wallet.provider.request({ method: 'eth_signTypedData_v4', params })) as Hex
      expect(await verifyTypedData({ ...data, address, signature } as never)).toBe(true)
    })

    check('behavior: switches the chain and emits chainChanged', async (wallet) => {
      const { provider } = wallet
      await connect(wallet)
      const current = await provider.request({ method: 'eth_chainId' })
      const other = wallet.chainIds.map(toChainIdHex).find((chainId) => chainId !== current)
      expect(typeof other).toBe('string')
      const events: unknown[] = []
      const listener = (chainId: string) => events.push(chainId)
      provider.on('chainChanged', listener)
      const params = [{ chainId: other }]
      expect(await provider.request({ method: 'wallet_switchEthereumChain', params })).toBe(null)
      expect(await provider.request({ method: 'eth_chainId' })).toBe(other)
      provider.removeListener('chainChanged', listener)
      await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: current }] })
      expect(events).toEqual([other])
    })

    check('error: 4902 for an unknown chain', async (wallet) => {
      await connect(wallet)
      const params = [{ chainId: toChainIdHex(Math.max(...wallet.chainIds) + 1) }]
      await expectCode([4902], wallet.provider.request({ method: 'wallet_switchEthereumChain', params }))
    })

    check('error: 4001 if the user rejects', async (wallet) => {
      const { provider } = wallet
      wallet.setPolicy('reject')
      await expectCode([4001], provider.request({ method: 'eth_requestAccounts' }))
      expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
      wallet.setPolicy('approve')
      const address = await connect(wallet)
      wallet.setPolicy('reject')
      await expectCode([4001], provider.request({ method: 'personal_sign', params: ['0x00', address] }))
    })

    check('error: 4100 for a signature before connecting', async ({ provider }) => {
      const params = ['0x00', `0x${'12'.repeat(20)}`]
      await expectCode([4100], provider.request({ method: 'personal_sign', params }))
    })

    check('error: 4200 or −32601 for an unsupported method', async ({ provider }) => {
      await expectCode([4200, -32601], provider.request({ method: 'wallet_noSuchMethod' }))
    })

    check('error: an invalid request', async ({ provider }) => {
      await expectCode(
        [-32600, -32602],
        Promise.resolve().then(() => provider.request({} as never)),
      )
    })
  })
}

function isPlainAddress(value: unknown): boolean {
  // Checksummed, or in lower case as many wallets return them.
  return typeof value === 'string' && isAddress(value, { strict: value !== value.toLowerCase() })
}

const order = {
  domain: { name: 'Example', version: '1' },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'version', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Order: [
      { name: 'item', type: 'string' },
      { name: 'amount', type: 'uint256' },
    ],
  },
  primaryType: 'Order',
  message: { item: 'Bread', amount: '2' },
} as const
