// @vitest-environment jsdom
import { addNetwork, cancelConnect, disconnect, switchConnection, switchNetwork } from '@portico/core'
import { connect } from '@portico/core/connect'
import { createEvmWallet, type EvmWallet } from '@portico/testkit'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { majors } from './testing/majors.ts'
import { createBrowser, describeBoth, openPage } from './testing/openPage.ts'

/** What a visitor, an application or a wallet may do; each may begin before the one before has ended. */
const steps = [
  'kit connects one',
  'kit connects two',
  'kit cancels',
  'kit disconnects',
  'kit switches network',
  'kit switches account',
  'kit adds network',
  'wagmi connects one',
  'wagmi connects two',
  'wagmi disconnects',
  'wagmi switches network',
  'wagmi mounts again',
  'one switches account',
  'one switches network',
  'one withdraws',
  'two withdraws',
  'one rejects',
  'one approves',
  'reload',
] as const

/** How long until the next step: nothing, some microtasks, or as long as an answer of a wallet takes. */
const pauses = [
  () => undefined,
  () => takeTurns(5),
  () => takeTurns(25),
  () => new Promise((resolve) => setTimeout(resolve, 0)),
  () => new Promise((resolve) => setTimeout(resolve, 4)),
]

type Step = (typeof steps)[number]

// In a browser the code is there before a visitor can do anything; here it is compiled first.
beforeAll(() => import('./bridge/followConfig.ts'))

describe.each(majors)('random interleavings with wagmi $major', ({ core, major }) => {
  test('behavior: both sides are equal within 50 ms', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom(...steps), fc.nat(4)), { minLength: 3, maxLength: 10 }),
        fc.boolean(),
        run,
      ),
      // Two versions, 250 runs each.
      { numRuns: 250, seed: major, endOnFailure: false },
    )
  })

  async function run(list: readonly (readonly [Step, number])[], multiWallet: boolean): Promise<void> {
    const browser = createBrowser()
    const wallets = ['dev.one', 'dev.two'].map((rdns) =>
      createEvmWallet({ chains: [{ chainId: 31_337 }, { chainId: 31_338 }], info: { rdns, name: rdns } }),
    ) as [EvmWallet, EvmWallet]
    const stops = wallets.map((wallet) => wallet.announce())
    const open = () => openPage({ core, browser, kit: { features: { multiWallet } } })
    let page = open()
    const pending: Promise<unknown>[] = []
    const start = (promise: Promise<unknown>) => pending.push(promise.catch(() => {}))
    const [one, two] = wallets

    const connectWagmi = (id: string) => {
      const connector = page.config.connectors.find((listed) => listed.id === id)
      if (connector) start(core.connect(page.config, { connector }))
    }
    const actions: Record<Step, () => void> = {
      'kit connects one': () => start(connect(page.kit, { connectorId: 'dev.one' })),
      'kit connects two': () => start(connect(page.kit, { connectorId: 'dev.two' })),
      'kit cancels': () => cancelConnect(page.kit),
      'kit disconnects': () => start(disconnect(page.kit)),
      'kit switches network': () => start(switchNetwork(page.kit, { network: 31_338 })),
      'kit switches account': () =>
        start(switchConnection(page.kit, { connectorId: 'dev.one', address: one.accounts[1] })),
      'kit adds network': () =>
        addNetwork(page.kit, {
          namespace: 'eip155',
          network: {
            id: 31_339,
            name: 'Three',
            nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
            rpcUrls: { default: { http: ['http://localhost:31339'] } },
          },
        }),
      'wagmi connects one': () => connectWagmi('dev.one'),
      'wagmi connects two': () => connectWagmi('dev.two'),
      'wagmi disconnects': () => start(core.disconnect(page.config)),
      'wagmi switches network': () => start(core.switchChain(page.config, { chainId: 31_337 })),
      'wagmi mounts again': () => start(core.reconnect(page.config)),
      'one switches account': () => one.switchAccount(1),
      'one switches network': () => one.switchChain(31_338),
      'one withdraws': () => one.disconnect(),
      'two withdraws': () => two.disconnect(),
      'one rejects': () => one.setPolicy('reject'),
      'one approves': () => one.setPolicy('approve'),
      reload: () => {
        page.close()
        page = open()
      },
    }
    try {
      for (const [step, pause] of list) {
        actions[step]()
        await pauses[pause]?.()
      }
      await Promise.all(pending)
      // Counted in turns of 1 ms, so that a busy machine gets as many of them.
      for (let turn = 0; turn < 50 && !isEqual(page); turn++)
        await new Promise((resolve) => setTimeout(resolve, 1))
      const { kit, wagmi } = describeBoth(page)
      expect(kit).toEqual(wagmi)
    } finally {
      page.close()
      for (const stop of stops) stop()
    }
  }
})

function isEqual(page: ReturnType<typeof openPage>): boolean {
  const { kit, wagmi } = describeBoth(page)
  return JSON.stringify(kit) === JSON.stringify(wagmi)
}

async function takeTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await undefined
}
