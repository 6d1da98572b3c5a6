import { describe, expect, test } from 'vitest'
import { createEnvReader } from '../process/createEnvReader.ts'
import { readFarcasterRpcUrls } from './readFarcasterRpcUrls.ts'

function read(value: string | undefined) {
  const reader = createEnvReader({ FARCASTER_RPC_URLS: value })
  return { urls: readFarcasterRpcUrls(reader), problems: reader.problems }
}

describe('readFarcasterRpcUrls', () => {
  test('behavior: without the variable, logins with Farcaster are off', () => {
    expect(read(undefined)).toEqual({ urls: undefined, problems: [] })
    expect(read(' ')).toEqual({ urls: undefined, problems: [] })
  })

  test('behavior: two or more addresses, separated by commas or spaces', () => {
    const urls = ['https://a.example/key', 'http://127.0.0.1:8545', 'https://c.example']
    expect(read(urls.join(', '))).toEqual({ urls, problems: [] })
  })

  test.each([
    ['https://a.example', 'at least two nodes'],
    ['https://a.example,https://A.example/', 'at least two nodes'],
    ['https://a.example,ws://b.example/secret', 'entry 2 must be an http:// or https:// address'],
    ['a.example,https://b.example', 'entry 1 must be'],
  ])('error: %s', (value, problem) => {
    const { urls, problems } = read(value)
    expect(urls).toBeUndefined()
    expect(problems).toEqual([expect.stringContaining(problem)])
    expect(problems[0]).not.toContain('secret')
  })
})
