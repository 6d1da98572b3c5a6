import { describe, expect, test } from 'vitest'
import { writeCode } from './writeCode.ts'

const gatewayUrl = 'http://localhost:4401'

describe('writeCode', () => {
  test('behavior: the defaults', () => {
    expect(writeCode({ options: { signIn: 'off', gateway: false }, gatewayUrl })).toMatchInlineSnapshot(`
      "import { AppKitButton, createAppKit } from '@portico/react'
      import { base, mainnet } from '@portico/react/networks'
      import { EvmAdapter } from '@portico/evm'

      createAppKit({
        projectId: 'local',
        networks: [mainnet, base],
        adapters: [new EvmAdapter()],
        walletConnect: { relayUrl: 'ws://localhost:4401/relay' },
      })

      export const App = () => <AppKitButton />"
    `)
  })

  test('behavior: without adapters', () => {
    const code = writeCode({ options: { walletConnectOnly: true }, gatewayUrl })
    expect(code).toContain('  adapters: [],')
    expect(code).not.toMatch(/EvmAdapter|walletConnectOnly/)
  })

  test('behavior: contains the options as literals', () => {
    const options = {
      'features.email': false,
      'themeVariables.--apkt-accent': '#fff',
      'metadata.name': "It's",
    }
    const code = writeCode({ options, gatewayUrl })
    expect(code).toContain("  gatewayUrl: 'http://localhost:4401',")
    expect(code).toContain('  siwx: new DefaultSIWX({ required: false }),')
    expect(code).toContain('  features: { email: false },')
    expect(code).toContain("  themeVariables: { '--apkt-accent': '#fff' },")
    expect(code).toContain("  metadata: { name: 'It\\'s' },")
  })

  test.each(["a'b", 'a"b', 'a\\', '\\"', "\\'", 'a\nb'])('behavior: %j stays inside its quotes', (id) => {
    const code = writeCode({ options: { customWallets: [{ id, name: 'A' }] }, gatewayUrl })
    const literal = /customWallets: (.*),$/m.exec(code)?.[1]
    expect(new Function(`return ${literal}`)()).toEqual([{ id, name: 'A' }])
  })
})
