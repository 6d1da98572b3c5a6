import { describe, expect, test } from 'vitest'
import { InformalMessenger, InvalidMessageError, parseMessage } from '../index.ts'

const address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const parameters = {
  domain: 'example.com',
  uri: 'https://example.com',
  getNonce: () => 'abcdefgh12',
  now: () => new Date('2026-03-01T12:00:00Z'),
}

describe('InformalMessenger', () => {
  test('behavior: returns the fields, and the text of EIP-4361', async () => {
    const messenger = new InformalMessenger(parameters)
    const message = await messenger.createMessage({
      accountAddress: address.toLowerCase(),
      chainId: 'eip155:10',
    })
    expect({ ...message }).toEqual({
      accountAddress: address,
      chainId: 'eip155:10',
      domain: 'example.com',
      uri: 'https://example.com',
      version: '1',
      nonce: 'abcdefgh12',
      issuedAt: '2026-03-01T12:00:00.000Z',
    })
    expect(message.toString()).toMatchInlineSnapshot(`
      "example.com wants you to sign in with your Ethereum account:
      0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2


      URI: https://example.com
      Version: 1
      Chain ID: 10
      Nonce: abcdefgh12
      Issued At: 2026-03-01T12:00:00.000Z"
    `)
    expect(structuredClone({ ...message })).toEqual({ ...message })
  })

  test('param: statement, resources, expiration, getRequestId, notBefore', async () => {
    const messenger = new InformalMessenger({
      ...parameters,
      statement: 'Welcome.',
      resources: ['https://example.com/tos'],
      expiration: 60_000,
      getRequestId: async () => 'r1',
    })
    const message = await messenger.createMessage({
      accountAddress: address,
      chainId: 'eip155:1',
      notBefore: '2026-03-01T12:00:00Z',
    })
    expect(parseMessage(message.toString())).toMatchObject({
      statement: 'Welcome.',
      resources: ['https://example.com/tos'],
      expirationTime: '2026-03-01T12:01:00.000Z',
      requestId: 'r1',
      notBefore: '2026-03-01T12:00:00Z',
    })
  })

  test('param: getNonce gets the input', async () => {
    const inputs: unknown[] = []
    const getNonce = async (input: unknown) => {
      inputs.push(input)
      return 'abcdefgh12'
    }
    const input = { accountAddress: address, chainId: 'eip155:1' } as const
    await new InformalMessenger({ ...parameters, getNonce }).createMessage(input)
    expect(inputs).toEqual([input])
  })

  test('behavior: returns fields for an unknown account; toString throws', async () => {
    const messenger = new InformalMessenger(parameters)
    for (const accountAddress of ['', '<<AccountAddress>>']) {
      const message = await messenger.createMessage({ accountAddress, chainId: 'eip155:1' })
      expect(message.accountAddress).toBe(accountAddress)
      expect(() => message.toString()).toThrow(InvalidMessageError)
    }
  })

  test('error: a statement that a message cannot contain', async () => {
    const messenger = new InformalMessenger({ ...parameters, statement: 'two\nlines' })
    const message = await messenger.createMessage({ accountAddress: address, chainId: 'eip155:1' })
    expect(() => message.toString()).toThrow('statement must be one line')
  })

  test('error: getNonce fails', async () => {
    const getNonce = () => Promise.reject(new Error('no nonce'))
    const messenger = new InformalMessenger({ ...parameters, getNonce })
    await expect(messenger.createMessage({ accountAddress: address, chainId: 'eip155:1' })).rejects.toThrow(
      'no nonce',
    )
  })
})
