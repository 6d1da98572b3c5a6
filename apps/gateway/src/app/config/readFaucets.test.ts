import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { checkConfig } from './checkConfig.ts'

const folder = mkdtempSync(join(tmpdir(), 'faucets-'))
const file = (name: string, content: string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}
const keyFile = file('key', `0x${'ab'.repeat(32)}\n`)
const sepolia = 'eip155:11155111'
const devnet = 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1'
const testnet4 = 'bip122:00000000da84f2bafbbc53dee25a72ae'

const check = (faucets: unknown) =>
  checkConfig({
    RPC_URLS: JSON.stringify(
      Object.fromEntries(
        [sepolia, devnet, testnet4, 'eip155:1', 'eip155:8453', 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp']
          .concat('bip122:000000000019d6689c085ae165831e93', 'eip155:424242')
          .map((chain) => [chain, ['http://127.0.0.1:1']]),
      ),
    ),
    FAUCETS: JSON.stringify(faucets),
  })

describe('FAUCETS', () => {
  test('behavior: on test networks, with a key in a file', () => {
    const { ok, text } = check({
      [sepolia]: { amount: '0.05', keyFile },
      [devnet]: { amount: '1' },
      [testnet4]: { amount: '0.0001', keyFile },
    })
    expect(ok).toBe(true)
    expect(text).toContain(`faucet: 0.05 on ${sepolia} per call`)
    expect(text).not.toContain('abab')
  })

  test('behavior: a network without upstream is left out, and named', () => {
    const { ok, text } = check({ 'eip155:84532': { amount: '1', keyFile } })
    expect(ok).toBe(true)
    expect(text).toContain('FAUCETS has eip155:84532, but RPC_URLS does not: it gives nothing there.')
  })

  test.each([
    'eip155:1',
    'eip155:8453',
    // Not known to be a test network, whatever it is called.
    'eip155:424242',
    'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    'bip122:000000000019d6689c085ae165831e93',
  ])('error: %s, which is no test network', (chain) => {
    const { ok, text } = check({ [chain]: { amount: '1', keyFile } })
    expect(ok).toBe(false)
    expect(text).toContain(`FAUCETS at ${chain} is refused: it is not a known test network`)
  })

  test.each<[string, unknown, string]>([
    ['no network', { sepolia: { amount: '1', keyFile } }, 'must be the CAIP-2 ID of a network'],
    ['no key', { [sepolia]: { amount: '1' } }, 'needs keyFile'],
    ['a key on Solana', { [devnet]: { amount: '1', keyFile } }, 'must have no keyFile'],
    ['no file', { [sepolia]: { amount: '1', keyFile: '/nonexistent' } }, 'cannot be read (ENOENT)'],
    [
      'no key in it',
      { [sepolia]: { amount: '1', keyFile: file('text', 'hunter2') } },
      'must contain a private key',
    ],
    ['the key itself', { [sepolia]: { amount: '1', key: '0x1' } }, 'FAUCETS at eip155:11155111'],
    ['no amount', { [sepolia]: { amount: '0.0', keyFile } }, 'must be an amount in whole coins'],
    ['a number', { [sepolia]: { amount: 1, keyFile } }, 'FAUCETS at eip155:11155111 › amount'],
    ['a negative amount', { [sepolia]: { amount: '-1', keyFile } }, 'must be an amount in whole coins'],
  ])('error: %s', (_, faucets, message) => {
    const { ok, text } = check(faucets)
    expect(ok).toBe(false)
    expect(text).toContain(message)
    expect(text).not.toContain('hunter2')
  })
})
