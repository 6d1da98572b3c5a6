import { type NftsResponse, nftsResponse } from '@portico/protocol/gateway'
import { concatHex, encodeAbiParameters, type Hex, pad, size, toHex } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { topics } from '../../chains/evm/blocks/decodeTransfers.ts'
import { createSafeFetch } from '../../infra/egress/createSafeFetch.ts'
import { createTestApp } from '../../testing/createTestApp.ts'
import { createPng } from '../../testing/pictures.ts'
import { type Anvil, startAnvil } from '../../testing/startAnvil.ts'
import { startTlsSite } from '../../testing/startTlsSite.ts'

const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const token = '0x00000000000000000000000000000000000000aa'

/**
 * An ERC-721 by hand, whose every NFT belongs to `holder` and points at `uri`. Called with 128 bytes it emits them as
 * the four topics of a log.
 */
function nftContract({ holder, uri }: { holder: string; uri: string }): Hex {
  const answer = encodeAbiParameters([{ type: 'string' }], [uri])
  const byte = (value: number) => value.toString(16).padStart(2, '0')
  const isOwnerOf = '60003560e01c636352211e14'
  const emit = '5b60603560403560203560003560006000a400'
  const tellOwner = `5b73${holder.slice(2)}60005260206000f3`
  const start = 7 + isOwnerOf.length / 2 + 3 + 14
  const emitAt = start
  const ownerAt = emitAt + emit.length / 2
  const dataAt = ownerAt + tellOwner.length / 2
  const tell = `61${size(answer).toString(16).padStart(4, '0')}60${byte(dataAt)}600039`
  const giveBack = `61${size(answer).toString(16).padStart(4, '0')}6000f3`
  const code =
    `3660801460${byte(emitAt)}57${isOwnerOf}60${byte(ownerAt)}57${tell}${giveBack}` +
    `${emit}${tellOwner}${answer.slice(2)}`
  return `0x${code}`
}

let anvil: Anvil
beforeAll(async () => {
  anvil = await startAnvil()
})
afterAll(() => anvil?.stop())

describe('GET /v1/account/{address}/nfts', () => {
  test('behavior: remote metadata comes with the next read, and its image through the gateway', async () => {
    const picture = createPng({ width: 30, height: 20 })
    const site = await startTlsSite({
      behave: ({ url }, response) => {
        if (url === '/1.json')
          response
            .writeHead(200, { 'content-type': 'application/json' })
            .end(JSON.stringify({ name: 'Far away', image: 'https://example.org/1.png' }))
        else response.writeHead(200, { 'content-type': 'image/png' }).end(picture)
      },
    })
    await anvil.rpc('anvil_setCode', [
      token,
      nftContract({ holder: owner, uri: 'https://example.com/1.json' }),
    ])
    const data = concatHex([topics.transfer, pad('0x'), pad(owner), toHex(1, { size: 32 })])
    await anvil.rpc('eth_sendTransaction', [{ from: owner, to: token, data, gas: '0x30d40' }])
    await anvil.rpc('anvil_mine', ['0x1'])
    const { get, app, services } = await createTestApp({
      rpcUrls: { 'eip155:31337': [anvil.url] },
      makeSafeFetch: (options) =>
        createSafeFetch({ ...options, resolve: async () => ['93.184.216.34'], connect: site.connect }),
    })
    const read = async () => {
      const response = await get(`/v1/account/eip155:31337:${owner}/nfts`)
      return (nftsResponse.parse(await response.json()) as NftsResponse).data
    }

    expect(await read()).toMatchObject([{ tokenId: '1', standard: 'erc721', image: null, quantity: '1' }])
    await services.nftMetadata.idle()
    const [nft] = await read()
    expect(nft).toMatchObject({ name: 'Far away', image: expect.stringMatching(/^\/v1\/image\?url=/) })
    const shown = await app.request(nft?.image ?? '')
    expect(shown.status).toBe(200)
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(picture)
    expect(site.requests.map(({ host, path }) => `${host}${path}`)).toEqual([
      'example.com/1.json',
      'example.org/1.png',
    ])
  })
})
