import { expect, test } from 'vitest'
import * as surface from './index.ts'

test('behavior: exported names', () => {
  expect(Object.keys(surface).sort()).toEqual(['createTestRelay', 'createWalletConnectWallet'])
})

test('error: an invalid pairing URI; a call without a session', async () => {
  const relay = surface.createTestRelay()
  const wallet = surface.createWalletConnectWallet({
    relayUrl: relay.url,
    createSocket: relay.createSocket,
    chains: [{ chainId: 31337 }],
  })
  await expect(wallet.pair('https://example.com')).rejects.toThrow(
    'The WalletConnect pairing URI is invalid.',
  )
  await expect(async () => wallet.ping()).rejects.toThrow('The wallet has no session')
  expect(relay.connectionCount).toBe(0)
  wallet.close()
})
