import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createMessage, InvalidMessageError, parseMessage } from '../index.ts'

const message = `example.com wants you to sign in with your Ethereum account:
0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2

I accept the Terms.

URI: https://example.com/login
Version: 1
Chain ID: 1
Nonce: 32891756
Issued At: 2021-09-30T16:25:24Z
Resources:
- https://example.com/a`

describe('parseMessage', () => {
  test('behavior: parses every line', () => {
    expect(parseMessage(message)).toEqual({
      domain: 'example.com',
      address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2',
      statement: 'I accept the Terms.',
      uri: 'https://example.com/login',
      version: '1',
      chainId: 'eip155:1',
      nonce: '32891756',
      issuedAt: '2021-09-30T16:25:24Z',
      resources: ['https://example.com/a'],
    })
  })

  test.each<[string, string, string]>([
    ['another chain', message.replace('Ethereum', 'Cardano'), 'message'],
    ['another case', message.replace('wants', 'Wants'), 'message'],
    ['a line end at the end', `${message}\n`, 'resources'],
    ['a line end at the end, without resources', `${message.split('\nResources')[0]}\n`, 'message'],
    ['a line more', message.replace('\nResources', '\nExtra: 1\nResources'), 'message'],
    ['a field twice', message.replace('\nNonce', '\nChain ID: 1\nNonce'), 'nonce'],
    ['Windows line ends', message.replaceAll('\n', '\r\n'), 'message'],
    ['a leading blank', ` ${message}`, 'domain'],
    ['a byte order mark', `\ufeff${message}`, 'domain'],
    ['a blank after a label', message.replace('Nonce: ', 'Nonce:  '), 'nonce'],
    ['no blank after a label', message.replace('Nonce: ', 'Nonce:'), 'nonce'],
    ['two statements', message.replace('Terms.', 'Terms.\nAnd more.'), 'statement'],
    ['no empty line before the statement', message.replace('\n\nI', '\nI'), 'address'],
    ['no empty line without a statement', message.replace('I accept the Terms.\n\n', ''), 'statement'],
    ['a chain id with a leading zero', message.replace('Chain ID: 1', 'Chain ID: 01'), 'chainId'],
    ['a chain id as CAIP-2', message.replace('Chain ID: 1', 'Chain ID: eip155:1'), 'chainId'],
    ['two schemes', `https://https://${message}`, 'domain'],
    ['an empty scheme', `://${message}`, 'scheme'],
    ['nothing', '', 'message'],
  ])('error: %s', (_, text, field) => {
    expect(failure(text)?.field).toBe(field)
  })

  test('error: a value that is not a string', () => {
    for (const value of [undefined, null, 1, {}, [message], new String(message)])
      expect(failure(value as never)?.field).toBe('message')
  })

  test('behavior: a random text is refused, or written back unchanged', () => {
    const lines = message.split('\n')
    const mutated = fc
      .array(fc.tuple(fc.nat(lines.length - 1), fc.oneof(fc.string(), fc.constantFrom(...lines, ''))), {
        maxLength: 4,
      })
      .map((changes) => {
        const next = [...lines]
        for (const [index, line] of changes) next[index] = line
        return next.join('\n')
      })
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.string({ unit: 'binary' }), mutated), (text) => {
        if (!failure(text)) expect(createMessage(parseMessage(text))).toBe(text)
      }),
      { numRuns: 500 },
    )
  })

  const size = 100_000
  test.each<[string, string]>([
    ['one long line', 'a'.repeat(size)],
    ['line ends', '\n'.repeat(size)],
    ['a long domain', `${'a.'.repeat(size / 2)} ${message.slice(12)}`],
    ['a domain of percent signs', `${'%41'.repeat(size / 3)}${message.slice(11)}`],
    ['a domain of marks', `${'@:'.repeat(size / 2)}${message.slice(11)}`],
    ['a domain of brackets', `[${':'.repeat(size)}]${message.slice(11)}`],
    ['a long statement', message.replace('Terms', 'Terms '.repeat(size / 6))],
    ['a long uri', message.replace('/login', `/${'%41'.repeat(size / 3)}`)],
    ['a uri that ends badly', message.replace('/login', `/${'a'.repeat(size)} `)],
    ['a long time', message.replace('24Z', `24.${'9'.repeat(size)}Z`)],
    ['a time that ends badly', message.replace('24Z', `24.${'9'.repeat(size)}`)],
    ['a long nonce', message.replace('32891756', '7'.repeat(size))],
    ['a long chain id', message.replace('Chain ID: 1', `Chain ID: ${'1'.repeat(size)}`)],
    ['many resources', message + '\n- x:'.repeat(size / 5)],
    ['many phrases', ' wants you to sign in with your Ethereum account:'.repeat(size / 48)],
  ])(
    'behavior: 100 kB of %s take no time',
    (_, text) => {
      const start = performance.now()
      failure(text)
      // Linear time is about 2 ms; quadratic time would be a minute. The limit leaves room for a busy machine.
      expect(performance.now() - start).toBeLessThan(15_000)
    },
    120_000,
  )
})

function failure(text: string): InvalidMessageError | undefined {
  try {
    parseMessage(text)
    return undefined
  } catch (error) {
    if (error instanceof InvalidMessageError) return error
    throw error
  }
}
