import { describe, expect, test } from 'vitest'
import { toWebUrls } from './toWebUrls.ts'

const gateways = {
  ipfs: ['https://one.example.com', 'https://two.example.com/'],
  arweave: ['https://ar.example.com'],
}
const v0 = 'QmYwAPJzv5CZsnA625s3Xf2nemtYgPpHdWEz79ojWKhL7m'
const v1 = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'
const transaction = 'NwHbfpcMNhXOdGvGYkwPHdUWWTLDGIwVcQRMSlFuPHE'

describe('toWebUrls', () => {
  test.each([
    ['https://example.com/1.png', ['https://example.com/1.png']],
    ['http://example.com/1.png', ['https://example.com/1.png']],
    [`ipfs://${v1}`, [`https://one.example.com/ipfs/${v1}`, `https://two.example.com/ipfs/${v1}`]],
    [
      `ipfs://ipfs/${v0}/1 2.json`,
      [0, 1].map((n) => `https://${['one', 'two'][n]}.example.com/ipfs/${v0}/1%202.json`),
    ],
    [`ar://${transaction}/a`, [`https://ar.example.com/${transaction}/a`]],
  ])('behavior: %s', (uri, urls) => {
    expect(toWebUrls(uri, gateways)).toEqual(urls)
  })

  test.each([
    ['a path that leaves the content', `ipfs://${v1}/../../admin`],
    ['an encoded path that leaves the content', `ipfs://${v1}/%2e%2e/%2e%2e/admin`],
    ['a host as a cid', 'ipfs://127.0.0.1/x'],
    ['a query', `ipfs://${v1}?x=1`],
    ['another scheme', 'file:///etc/passwd'],
    ['an empty text', ''],
    ['a short id', 'ar://abc'],
  ])('error: %s', (_, uri) => {
    expect(toWebUrls(uri, gateways)).toEqual([])
  })

  test('behavior: without gateways returns no URL', () => {
    expect(toWebUrls(`ipfs://${v1}`, { ipfs: [], arweave: [] })).toEqual([])
  })
})
