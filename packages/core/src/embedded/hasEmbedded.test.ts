import { describe, expect, test } from 'vitest'
import { solana } from '../networks/solana.ts'
import { fakeNamespace, fakeWallet, testKit } from '../testing/index.ts'
import { hasEmbedded } from './hasEmbedded.ts'

const walletUrl = 'http://wallet.localhost:4402'

describe('hasEmbedded', () => {
  test('behavior: true with walletUrl and an adapter for the namespace', () => {
    expect(hasEmbedded(testKit({ walletUrl }).kit)).toBe(true)
    expect(hasEmbedded(testKit().kit)).toBe(false)
    const { namespace } = fakeNamespace([fakeWallet({ namespace: 'solana' })])
    expect(hasEmbedded(testKit({ walletUrl, networks: [solana], adapters: [{ namespace }] }).kit)).toBe(false)
  })

  test('behavior: false without adapters, whatever namespaces are added for WalletConnect', () => {
    const { kit, fake } = testKit({ walletUrl, adapters: [] })
    kit.namespaces.set('eip155', fake.namespace)
    expect(hasEmbedded(kit)).toBe(false)
  })

  test('param: namespace', () => {
    const { kit } = testKit({ walletUrl })
    expect(hasEmbedded(kit, 'eip155')).toBe(true)
    expect(hasEmbedded(kit, 'solana')).toBe(false)
    const fake = fakeNamespace([fakeWallet({ namespace: 'solana' })])
    const embedded = () => Promise.reject(new Error('It is not loaded for this.'))
    const adapters = [{ namespace: { ...fake.namespace, embedded } }]
    const other = testKit({ walletUrl, networks: [solana], adapters }).kit
    expect([hasEmbedded(other), hasEmbedded(other, 'solana'), hasEmbedded(other, 'eip155')]).toEqual([
      true,
      true,
      false,
    ])
  })
})
