import { createMessage } from '@portico/siwx'
import { stringToHex } from 'viem'
import { expect, test } from 'vitest'
import {
  now,
  owner,
  pricedAssets,
  refusedTypedData,
  typedDataRequests,
} from '../../test/typedDataRequests.ts'
import type { Description } from '../approve/Description.ts'
import { describeMessage } from './describeMessage.ts'
import { describeTypedData } from './describeTypedData.ts'

const context = { address: owner, origin: 'https://app.example', chainId: 'eip155:1', now } as const
const signIn = {
  domain: 'app.example',
  address: owner,
  uri: 'https://app.example/login',
  version: '1',
  chainId: 'eip155:1',
  nonce: 'abcdefgh12345678',
  issuedAt: '2026-06-01T11:59:00Z',
} as const

const messages: Readonly<Record<string, string>> = {
  'a plain message': 'Welcome to the forum, Ada.',
  'a sign-in message': createMessage(signIn),
  'a sign-in message for use at another site': createMessage({ ...signIn, uri: 'https://other.example/' }),
  'a sign-in message of another site': createMessage({ ...signIn, domain: 'bank.example' }),
  'a message of 64 hex digits': 'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
  'a message of 32 bytes': `0x${'41'.repeat(32)}`,
  'a message with a reversed reading direction': 'Pay \u202e0001 to Ada',
}

/** Everything of a description that is shown without opening Details. */
function print({ title, text, facts, warnings, risk }: Description): string[] {
  return [
    title,
    ...(text === undefined ? [] : text.split('\n').map((line) => `  | ${line}`.trimEnd())),
    ...facts.map(({ label, value }) => `  ${label}: ${value}`),
    ...warnings.map((warning) => `  ${warning.level === 'danger' ? '!!' : '!'} ${warning.text}`),
    `  (${risk} risk)`,
  ]
}

function show(describe: () => { description: Description }): string[] {
  try {
    return print(describe().description)
  } catch (error) {
    return [`Refused: ${(error as Error).message.split('\n')[0]}`]
  }
}

test('behavior: the texts that a visitor reads before signing', async () => {
  const sections = [
    ...Object.entries(messages).map(([name, message]) => ({
      name,
      lines: show(() => describeMessage([stringToHexOnce(message), owner], context)),
    })),
    ...Object.entries({ ...typedDataRequests, ...refusedTypedData }).map(([name, data]) => ({
      name,
      lines: show(() =>
        describeTypedData([owner, data], {
          ...context,
          assets: pricedAssets,
          limits: { usd: 100, share: 0.5 },
        }),
      ),
    })),
  ]
  const text = sections.map(({ name, lines }) => [`# ${name}`, ...lines].join('\n')).join('\n\n')
  await expect(`${text}\n`).toMatchFileSnapshot('./signatureTexts.txt')
})

function stringToHexOnce(message: string): string {
  return message.startsWith('0x') ? message : stringToHex(message)
}
