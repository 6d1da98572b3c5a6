import { expect, test } from 'vitest'
import type { SafeFetch } from '../../infra/egress/createSafeFetch.ts'
import { createLookups } from './createLookups.ts'

const sender = `0x${'11'.repeat(20)}` as const

/** Asks servers that answer, and returns the lengths of the URLs that are fetched. */
async function ask(urls: readonly string[], data: `0x${string}`) {
  const fetched: number[] = []
  const fetch = async ({ url }: { url: string }) => {
    fetched.push(url.length)
    return { ok: true, mediaType: 'application/json', bytes: Buffer.from('{"data":"0xaa"}') }
  }
  const safeFetch = { get: fetch, post: fetch } as unknown as Pick<SafeFetch, 'get' | 'post'>
  const lookups = createLookups({ safeFetch, deadline: 1, now: () => 0 })
  const answer = await lookups.request({ data, sender, urls }).catch((error: Error) => error.message)
  return { answer, fetched }
}

test('behavior: the data is in the URL where the server wants it there', async () => {
  const { answer, fetched } = await ask(['https://a.example/{sender}/{data}', 'https://b.example'], '0x1234')
  expect([answer, fetched]).toEqual(['0xaa', [67]])
})

test('error: a resolver cannot have a URL written that is longer than one that is fetched', async () => {
  const long = `0x${'ab'.repeat(50_000)}` as const
  const refused = { answer: 'The servers of the name did not answer.', fetched: [] }
  expect(await ask([`https://a.example/${'{data}'.repeat(1000)}`], long)).toEqual(refused)
  expect(await ask([`https://a.example/${'{sender}'.repeat(100_000)}`], '0x12')).toEqual(refused)
  expect(await ask(['https://a.example/{data}'], long)).toEqual(refused)
  // Not in the URL, it may be as long.
  expect(await ask(['https://a.example/'], long)).toMatchObject({ answer: '0xaa' })
})
