// @vitest-environment jsdom
import { createKit, setEIP6963Enabled } from '@portico/core'
import { mainnet } from '@portico/core/networks'
import { memoryStorage } from '@portico/core/testing'
import { createEvmWallet } from '@portico/testkit'
import { afterEach, describe, expect, test } from 'vitest'
import { EvmAdapter } from './EvmAdapter.ts'

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

describe('@portico/evm in a kit', () => {
  test('behavior: setEIP6963Enabled ends and starts listening for announced wallets', () => {
    const kit = createKit({
      projectId: 'test',
      networks: [mainnet],
      adapters: [new EvmAdapter()],
      storage: memoryStorage(),
      logLevel: 'silent',
    })
    ends.push(() => kit.destroy())
    const announce = (rdns: string) =>
      ends.push(createEvmWallet({ chains: [{ chainId: 31337 }], info: { rdns, name: rdns } }).announce())
    const listed = () => kit.store.getState().connectors.map(({ id }) => id)
    announce('dev.one')
    expect(listed()).toEqual(['dev.one'])
    setEIP6963Enabled(kit, { enabled: false })
    expect(listed()).toEqual([])
    announce('dev.two')
    expect(listed()).toEqual([])
    setEIP6963Enabled(kit, { enabled: true })
    expect(listed()).toEqual(['dev.one', 'dev.two'])
  })
})
