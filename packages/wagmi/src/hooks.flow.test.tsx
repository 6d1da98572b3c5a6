// @vitest-environment jsdom
import { createKit, disconnect, getConnected } from '@portico/core'
import { connect } from '@portico/core/connect'
import { memoryStorage } from '@portico/core/testing'
import { createEvmWallet } from '@portico/testkit'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, configure, fireEvent, render, screen } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterEach, expect, test } from 'vitest'
import { createStorage, useConnection, useDisconnect, useSwitchChain, WagmiProvider } from 'wagmi'
import { WagmiAdapter } from './WagmiAdapter.ts'

// As long as `expect.poll`: a busy machine takes seconds to compile what is loaded on demand.
configure({ asyncUtilTimeout: 15_000 })

const ends: (() => void)[] = []
afterEach(() => {
  cleanup()
  for (const end of ends.splice(0).reverse()) end()
})

const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const network = (id: number) => ({
  id,
  name: `Local ${id}`,
  nativeCurrency,
  rpcUrls: { default: { http: [`http://localhost:${id}`] } },
})

function Account() {
  const { address, chainId, status } = useConnection()
  const { mutate: leave } = useDisconnect()
  const { mutate: switchChain } = useSwitchChain()
  return (
    <>
      <p>{`${status} ${address ?? 'nobody'} ${chainId ?? ''}`}</p>
      <button type="button" onClick={() => switchChain({ chainId: 31_338 })}>
        Switch
      </button>
      <button type="button" onClick={() => leave()}>
        Disconnect
      </button>
    </>
  )
}

test('behavior: wagmi’s hooks and the kit have one connection', async () => {
  const wallet = createEvmWallet({ chains: [{ chainId: 31_337 }, { chainId: 31_338 }] })
  ends.push(wallet.announce())
  const networks = [network(31_337), network(31_338)] as const
  const storage = memoryStorage()
  const adapter = new WagmiAdapter({ networks, projectId: 'test', storage: createStorage({ storage }) })
  const kit = createKit({ adapters: [adapter], networks, projectId: 'test', storage, logLevel: 'silent' })
  ends.push(() => kit.destroy())
  const getKit = () => getConnected(kit.store.getState(), 'eip155')
  render(
    <StrictMode>
      <WagmiProvider config={adapter.wagmiConfig}>
        <QueryClientProvider client={new QueryClient()}>
          <Account />
        </QueryClientProvider>
      </WagmiProvider>
    </StrictMode>,
  )
  await screen.findByText(/^disconnected nobody/)
  await connect(kit, { connectorId: 'dev.portico.wallet' })
  await screen.findByText(`connected ${wallet.accounts[0]} 31337`)
  fireEvent.click(screen.getByText('Switch'))
  await screen.findByText(`connected ${wallet.accounts[0]} 31338`)
  await expect.poll(getKit).toMatchObject({ address: wallet.accounts[0], networkId: 'eip155:31338' })
  fireEvent.click(screen.getByText('Disconnect'))
  await screen.findByText(/^disconnected nobody/)
  await expect.poll(getKit).toBeUndefined()
  await connect(kit, { connectorId: 'dev.portico.wallet' })
  await screen.findByText(`connected ${wallet.accounts[0]} 31338`)
  await disconnect(kit)
  await screen.findByText(/^disconnected nobody/)
})
