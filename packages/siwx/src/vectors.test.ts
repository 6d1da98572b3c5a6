import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  checksumAddress,
  createMessage,
  InvalidMessageError,
  type MessageFields,
  parseMessage,
  verifyMessage,
} from './index.ts'

const root = resolve(import.meta.dirname, '../../..')
const directory = resolve(root, process.env.VECTORS_DIR ?? '../shared/vectors')
const isSkipped = !existsSync(directory) && !process.env.CI
const reason = isSkipped ? ' (skipped: no published vectors, set VECTORS_DIR)' : ''
const vectorTest = test.skipIf(isSkipped)
const read = <T>(path: string): T => JSON.parse(readFileSync(resolve(directory, path), 'utf8'))
const entries = <T>(path: string) => Object.entries(read<Record<string, T>>(`eip-4361/${path}`))

/** Converts published fields: their chain ID is a number, and a missing scheme is null. */
type Published = Omit<MessageFields, 'chainId' | 'scheme'> & { chainId: number; scheme?: string | null }
type Signed = Published & { signature: string; time?: string; domainBinding?: string; matchNonce?: string }

function ours({ scheme, chainId, ...fields }: Published): MessageFields {
  const network = { ...fields, chainId: `eip155:${chainId}` as const }
  return typeof scheme === 'string' ? { ...network, scheme } : network
}

function fieldsOf({ signature, time, domainBinding, matchNonce, ...fields }: Signed): MessageFields {
  return ours(fields)
}

describe('parseMessage', () => {
  vectorTest(`behavior: parses valid EIP-4361 texts, and writes them back${reason}`, () => {
    const cases = entries<{ message: string; fields: Published }>('parsing_positive.json')
    expect(cases).toHaveLength(19)
    for (const [name, { message, fields }] of cases) {
      expect([name, parseMessage(message)]).toEqual([name, ours(fields)])
      expect(createMessage(parseMessage(message))).toBe(message)
      expect(createMessage(ours(fields))).toBe(message)
    }
  })

  vectorTest(`behavior: the examples of the standard${reason}`, () => {
    const cases = read<{ message: string }[]>('eip-4361/erc4361-examples.json')
    expect(cases).toHaveLength(3)
    for (const { message } of cases) expect(createMessage(parseMessage(message))).toBe(message)
  })

  vectorTest(`error: EIP-4361 texts that must not parse${reason}`, () => {
    const cases = entries<string>('parsing_negative.json')
    expect(cases).toHaveLength(29)
    for (const [name, message] of cases)
      expect(() => parseMessage(message), name).toThrow(InvalidMessageError)
  })
})

describe('createMessage', () => {
  vectorTest(`error: EIP-4361 objects that must not become a message${reason}`, () => {
    const cases = entries<Published>('parsing_negative_objects.json')
    expect(cases).toHaveLength(18)
    for (const [name, fields] of cases)
      expect(() => createMessage(ours(fields)), name).toThrow(InvalidMessageError)
  })
})

describe('verifyMessage', () => {
  vectorTest(`behavior: EIP-4361 signatures that must pass${reason}`, async () => {
    const cases = entries<Signed>('verification_positive.json')
    expect(cases).toHaveLength(4)
    for (const [name, signed] of cases) {
      const result = await verifyMessage({
        message: createMessage(fieldsOf(signed)),
        signature: signed.signature,
        domain: signed.domain,
        nonce: signed.nonce,
        now: new Date(signed.time ?? '2024-01-01T00:00:00Z'),
        // One case is checked two years before its issue date, which the standard allows.
        issuedAtSkew: name === 'expired message' ? Number.POSITIVE_INFINITY : undefined,
      })
      expect([name, result]).toMatchObject([name, { ok: true, account: `eip155:1:${signed.address}` }])
    }
  })

  const codes: Record<string, string> = {
    'expired message': 'expired',
    'domain binding': 'domain-mismatch',
    'custom time': 'expired',
    'custom nonce': 'nonce-mismatch',
    'malformed signature': 'signature-malformed',
    'wrong signature': 'signature-invalid',
    'not yet valid': 'not-yet-valid',
    'invalid issuedAt': 'malformed-message',
    'invalid notBefore': 'malformed-message',
    'invalid expirationTime': 'malformed-message',
  }
  vectorTest(`error: EIP-4361 signatures that must fail${reason}`, async () => {
    const cases = entries<Signed>('verification_negative.json')
    expect(cases.map(([name]) => name)).toEqual(Object.keys(codes))
    for (const [name, signed] of cases) {
      const result = await verifyMessage({
        message: unchecked(fieldsOf(signed)),
        signature: signed.signature,
        domain: signed.domainBinding,
        nonce: signed.matchNonce,
        now: new Date(signed.time ?? '2024-01-01T00:00:00Z'),
        // The account has no code, so its own key must have signed.
        client: { request: async () => '0x' },
      })
      expect([name, result]).toMatchObject([name, { ok: false, code: codes[name] }])
    }
  })

  vectorTest(`behavior: smart accounts require a client${reason}`, async () => {
    const cases = entries<{ message: string; signature: string }>('eip1271.json')
    expect(cases).toHaveLength(2)
    for (const [name, { message, signature }] of cases) {
      const alone = await verifyMessage({ message, signature })
      expect([name, alone]).toMatchObject([name, { ok: false, code: 'client-required' }])
      const accepting = {
        request: async ({ method }: { method: string }) =>
          method === 'eth_getCode' ? '0x60' : `0x1626ba7e${'0'.repeat(56)}`,
      }
      expect(await verifyMessage({ message, signature, client: accepting })).toMatchObject({ ok: true })
    }
  })
})

/** Writes fields that createMessage refuses: some published cases have impossible dates. */
function unchecked(fields: MessageFields): string {
  const times = { issuedAt: 'Issued At', expirationTime: 'Expiration Time', notBefore: 'Not Before' } as const
  const valid = '2022-01-01T00:00:00Z'
  const standIn = { ...fields, issuedAt: valid }
  if (fields.expirationTime) standIn.expirationTime = valid
  if (fields.notBefore) standIn.notBefore = valid
  return Object.entries(times).reduce(
    (text, [field, label]) =>
      text.replace(`${label}: ${valid}`, `${label}: ${fields[field as keyof typeof times] ?? ''}`),
    createMessage(standIn),
  )
}

describe('checksumAddress', () => {
  vectorTest(`behavior: EIP-55 addresses${reason}`, () => {
    const addresses = Object.values(read<Record<string, string[]>>('eip-55/eip55.json')).flat()
    expect(addresses).toHaveLength(8)
    for (const address of addresses) {
      expect(checksumAddress(address.toLowerCase())).toBe(address)
      expect(checksumAddress(address)).toBe(address)
    }
  })
})
