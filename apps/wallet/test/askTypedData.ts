import { describeTypedData } from '../src/requests/describeTypedData.ts'
import { assets } from './typedDataRequests.ts'

/** The account that is asked to sign. */
export const address = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
export const spender = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
export const token = '0x5FbDB2315678afecb367f032d93F642f64180aa3'
const now = Date.parse('2026-06-01T12:00:00Z')
export const soon = Math.floor(now / 1000) + 3600
export const limits = { usd: 100, share: 0.5 }
export const context = {
  address,
  origin: 'http://localhost:4400',
  chainId: 'eip155:31337',
  now,
  limits,
} as const
export const domain = { name: 'Dev USD', version: '1', chainId: 31337, verifyingContract: token }

/** The requests of `typedDataRequests` that only take something back. */
export const harmless = new Set([
  'a revoked ERC-2612 permit',
  'an EIP-3009 cancellation',
  'a PermitSingle that revokes',
])

/** Describes typed data on the developer's network, of which nothing is known. */
export const askTypedData = (data: unknown, account: string = address) =>
  describeTypedData([account, data], context).description

/** Describes a request on the network that it is for. */
export const describeOn = (data: { domain: Record<string, unknown> } | undefined) =>
  describeTypedData([address, data], {
    ...context,
    chainId: `eip155:${data?.domain.chainId ?? 1}`,
    assets,
  }).description

export const permitFields = [
  'owner address',
  'spender address',
  'value uint256',
  'nonce uint256',
  'deadline uint256',
]

/** Defines a struct from its fields, such as `owner address`. */
export const typesOf = (name: string, fields: readonly string[]) => ({
  [name]: fields.map((field) => ({ name: field.split(' ')[0], type: field.split(' ')[1] })),
})

/** A permission for a token. */
export const permit = (change: object = {}) => ({
  types: typesOf('Permit', permitFields),
  primaryType: 'Permit',
  domain,
  message: { owner: address, spender, value: '120000000', nonce: 0, deadline: soon, ...change },
})
