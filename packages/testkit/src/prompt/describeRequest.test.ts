import { stringToHex } from 'viem'
import { describe, expect, test } from 'vitest'
import { createSolanaWallet } from '../solana/createSolanaWallet.ts'
import { describeRequest } from './describeRequest.ts'

type SolanaSignMessageMethods = Record<'signMessage' | 'signIn', (input: unknown) => Promise<unknown>>

const alice = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const ask = (method: string, params: unknown) =>
  describeRequest({ method, params, origin: 'http://localhost:1', network: 'eip155:31337' })

describe('describeRequest', () => {
  test('behavior: describes the requests of a Solana wallet', async () => {
    const wallet = createSolanaWallet({ policy: 'ask', authorized: true, origin: 'http://localhost:1' })
    const { signMessage } = wallet.wallet.features['solana:signMessage'] as SolanaSignMessageMethods
    const { signIn } = wallet.wallet.features['solana:signIn'] as SolanaSignMessageMethods
    const [account] = wallet.wallet.accounts
    const words = async (answer: Promise<unknown>) => {
      answer.catch(() => {})
      const request = await wallet.waitForRequest()
      request.reject()
      return describeRequest(request)
    }
    expect(await words(signMessage({ account, message: new TextEncoder().encode('Grüße') }))).toEqual({
      title: 'Sign this message?',
      facts: [['Account', wallet.accounts[0]]],
      content: 'Grüße',
    })
    expect(await words(signIn({ domain: 'example.com' }))).toMatchObject({
      title: 'Sign in with this account?',
      content: expect.stringMatching(/^example\.com wants you to sign in/),
    })
    const transactions = ['AQ==', 'AQ==']
    const network = 'solana:localnet'
    const [one, two] = [transactions.slice(1), transactions].map((some) => [
      { account: 'me', transactions: some },
    ])
    const say = (method: string, params: unknown) =>
      describeRequest({ method, params, origin: 'http://localhost:1', network }).title
    expect([
      say('solana:signTransaction', one),
      say('solana:signTransaction', two),
      say('solana:signAndSendTransaction', one),
      say('solana:signAndSendTransaction', two),
    ]).toEqual([
      'Sign this transaction?',
      'Sign these 2 transactions?',
      'Send this transaction?',
      'Send these transactions?',
    ])
  })

  test('behavior: describes the requests of each method', () => {
    expect([
      ask('eth_requestAccounts', undefined),
      ask('personal_sign', [stringToHex('Grüße'), alice]),
      ask('personal_sign', ['plain', alice]),
      ask('eth_signTypedData_v4', [alice, '{"primaryType":"Mail"}']),
      ask('eth_sendTransaction', [{ from: alice, to: alice, value: '0xde0b6b3a7640000' }]),
      ask('eth_signTransaction', [{ from: alice, data: '0x60' }]),
      ask('wallet_switchEthereumChain', [{ chainId: '0x7a6a' }]),
      ask('wallet_addEthereumChain', [{ chainId: '0x7a6a', chainName: 'Two', rpcUrls: ['http://x'] }]),
      ask('wallet_watchAsset', { type: 'ERC20', options: { address: alice, symbol: 'COIN' } }),
    ]).toMatchInlineSnapshot(`
      [
        {
          "content": "It will see the addresses and balances of your accounts.",
          "facts": [
            [
              "Site",
              "http://localhost:1",
            ],
          ],
          "title": "Connect to this site?",
        },
        {
          "content": "Grüße",
          "facts": [
            [
              "Account",
              "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
            ],
          ],
          "title": "Sign this message?",
        },
        {
          "content": "plain",
          "facts": [
            [
              "Account",
              "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
            ],
          ],
          "title": "Sign this message?",
        },
        {
          "content": "{
        "primaryType": "Mail"
      }",
          "facts": [
            [
              "Account",
              "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
            ],
          ],
          "title": "Sign this typed data?",
        },
        {
          "facts": [
            [
              "Network",
              "eip155:31337",
            ],
            [
              "From",
              "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
            ],
            [
              "To",
              "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
            ],
            [
              "Value",
              "1 ETH",
            ],
          ],
          "title": "Send this transaction?",
        },
        {
          "content": "0x60",
          "facts": [
            [
              "Network",
              "eip155:31337",
            ],
            [
              "From",
              "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
            ],
            [
              "To",
              "New contract",
            ],
            [
              "Value",
              "0 ETH",
            ],
          ],
          "title": "Sign this transaction?",
        },
        {
          "facts": [
            [
              "From",
              "eip155:31337",
            ],
            [
              "To",
              "eip155:31338",
            ],
          ],
          "title": "Switch the network?",
        },
        {
          "facts": [
            [
              "Name",
              "Two",
            ],
            [
              "Network",
              "eip155:31338",
            ],
            [
              "RPC",
              "http://x",
            ],
          ],
          "title": "Add this network?",
        },
        {
          "facts": [
            [
              "Symbol",
              "COIN",
            ],
            [
              "Address",
              "0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266",
            ],
          ],
          "title": "Show this token?",
        },
      ]
    `)
  })

  test.each([
    ['an unknown method', 'eth_chainId', []],
    ['an invalid transaction', 'eth_sendTransaction', []],
    ['an invalid message', 'personal_sign', [7]],
    ['a method named like an object property', 'constructor', null],
  ])('behavior: shows %s as JSON', (_, method, params) => {
    expect(ask(method, params)).toEqual({
      title: `Allow ${method}?`,
      facts: [],
      content: JSON.stringify(params, null, 2),
    })
  })

  test('behavior: shortens long content', () => {
    expect(ask('personal_sign', ['x'.repeat(1_000_000), alice]).content).toHaveLength(5001)
    expect(ask('x'.repeat(1000), undefined).title.length).toBeLessThan(100)
  })
})
