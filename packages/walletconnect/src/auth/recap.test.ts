import { describe, expect, test } from 'vitest'
import { findRecap, formatRecap, parseRecap, withAuthorization } from './recap.ts'

describe('ReCap', () => {
  test('behavior: parses what it formats, in base64 and base64url', () => {
    const recap = { personal_sign: ['eip155:1'], eth_sendTransaction: [] }
    const resource = formatRecap(recap)
    expect(resource).toMatch(/^urn:recap:[A-Za-z0-9+/]+$/)
    expect(parseRecap(resource)).toEqual(recap)
    expect(parseRecap(resource.replaceAll('+', '-').replaceAll('/', '_'))).toEqual(recap)
    expect(findRecap(['https://a.test', resource])).toBe(resource)
  })

  test('behavior: describes the permissions in a sentence, once', () => {
    const recap = { personal_sign: [], eth_sendTransaction: [] }
    const text = withAuthorization('Hello.', recap)
    expect(text).toBe(
      "Hello. I further authorize the stated URI to perform the following actions on my behalf: (1) 'request': 'eth_sendTransaction', 'personal_sign' for 'eip155'.",
    )
    expect(withAuthorization(text, recap)).toBe(text)
    expect(withAuthorization(undefined, {})).toBeUndefined()
  })

  test.each(['urn:recap:', 'urn:recap:!!', `urn:recap:${btoa('7')}`, `urn:recap:${btoa('{}')}`])(
    'error: %s',
    (text) => {
      expect(parseRecap(text)).toBeUndefined()
    },
  )
})
