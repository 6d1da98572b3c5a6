import { describe, expect, test } from 'vitest'
import { afterSearch } from '../../docs/site/searchHooks.ts'

const item = (title, link) => ({ title, link })
const search = (query, result) => {
  const groups = [{ result: result.map((one) => item(...one)) }]
  afterSearch(query, groups)
  return groups[0].result.map(({ link }) => link)
}

describe('afterSearch', () => {
  test('behavior: an exact title comes first, and the rest keeps its order', () => {
    const found = [
      ['gateway-mismatch', '/errors/gateway-mismatch'],
      ['@portico/core', '/api/core'],
      ['gateway', '/errors/gateway'],
    ]
    const links = ['/errors/gateway', '/errors/gateway-mismatch', '/api/core']
    expect(search('gateway', found)).toEqual(links)
    expect(search(' Gateway ', found)).toEqual(links)
  })

  test('behavior: for the name of an error, its page comes before the API', () => {
    const found = [
      ['@portico/core', '/api/core'],
      ['wallet-not-found', '/errors/wallet-not-found'],
    ]
    expect(search('WalletNotFoundError', found)).toEqual(['/errors/wallet-not-found', '/api/core'])
    expect(search('wallet', found)).toEqual(['/api/core', '/errors/wallet-not-found'])
  })
})
